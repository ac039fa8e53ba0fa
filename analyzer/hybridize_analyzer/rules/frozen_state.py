"""Python state that changes is read; a trace would freeze it."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.report import Evidence, Severity
from hybridize_analyzer.rules.rule import Refusal, Rule
from hybridize_analyzer.semantics.facts import FunctionFacts


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    for read in facts.frozen:
        evidence = (Evidence("read here", read.event.where), Evidence("changed here", read.changed))
        yield Refusal(f"{read.event.message} and changes elsewhere; a graph keeps the first value", evidence)


RULE = Rule("frozen-state", "HYB104", __doc__ or "", Severity.WARNING, check)
