"""Variables are created at every call."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Refusal, Rule, from_events
from hybridize_analyzer.semantics.events import Kind
from hybridize_analyzer.semantics.facts import FunctionFacts


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    yield from from_events(facts, Kind.VARIABLE)


RULE = Rule("variable-creation", "HYB108", __doc__ or "", Severity.ERROR, check)
