"""A function changes Python state that outlives the call."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Refusal, Rule, from_events
from hybridize_analyzer.semantics.events import Kind
from hybridize_analyzer.semantics.facts import FunctionFacts


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    yield from from_events(facts, Kind.WRITE, Kind.NAME_WRITE, Kind.ADVANCE)


RULE = Rule("python-side-effect", "HYB102", __doc__ or "", Severity.WARNING, check)
