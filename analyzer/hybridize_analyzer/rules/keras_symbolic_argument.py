"""A Keras symbolic tensor reaches the function."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Refusal, Rule, from_events
from hybridize_analyzer.semantics.events import Kind
from hybridize_analyzer.semantics.facts import FunctionFacts


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    yield from from_events(facts, Kind.SYMBOLIC)


RULE = Rule("keras-symbolic-argument", "HYB110", __doc__ or "", Severity.ERROR, check)
