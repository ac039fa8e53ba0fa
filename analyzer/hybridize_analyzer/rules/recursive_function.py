"""A function calls itself."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Refusal, Rule
from hybridize_analyzer.semantics.facts import FunctionFacts


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    if facts.recursive:
        yield Refusal("it calls itself, which a graph unrolls or never finishes", ())


RULE = Rule("recursive-function", "HYB111", __doc__ or "", Severity.WARNING, check)
