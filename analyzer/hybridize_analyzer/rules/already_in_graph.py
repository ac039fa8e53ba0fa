"""Every caller runs the function inside a graph already."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.report import Severity
from hybridize_analyzer.report import Evidence
from hybridize_analyzer.rules.rule import Refusal, Rule
from hybridize_analyzer.semantics.facts import FunctionFacts


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    if facts.hybrid:
        return
    if facts.traced_everywhere:
        yield Refusal("all its callers run it inside a graph already", tuple(Evidence("called here", w) for w in facts.sites[:2]))
    elif facts.wrapped is not None:
        yield Refusal("it is wrapped by `tf.function` already", (Evidence("wrapped here", facts.wrapped),))
    elif facts.traced_by is not None:
        yield Refusal("a library runs it inside a graph already", (Evidence("given to the library here", facts.traced_by),))


RULE = Rule("already-in-graph", "HYB123", __doc__ or "", Severity.NOTE, check)
