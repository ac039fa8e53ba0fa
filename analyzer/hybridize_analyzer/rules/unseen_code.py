"""The function runs code that cannot be seen."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Refusal, Rule, from_events
from hybridize_analyzer.semantics.events import Kind
from hybridize_analyzer.semantics.facts import FunctionFacts


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    yield from from_events(facts, Kind.UNKNOWN, certain=False)
    if not facts.contexts:
        yield Refusal("no call of it could be followed", (), certain=False)


RULE = Rule("unseen-code", "HYB121", __doc__ or "", Severity.NOTE, check)
