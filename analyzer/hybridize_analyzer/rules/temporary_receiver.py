"""The method is called on an object that nothing else holds."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.report import Severity
from hybridize_analyzer.report import Evidence
from hybridize_analyzer.rules.rule import Refusal, Rule
from hybridize_analyzer.semantics.facts import FunctionFacts


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    if facts.method and facts.temporary is not None:
        yield Refusal("it is called on a temporary object, which the graph holds only weakly", (Evidence("called here", facts.temporary),))


RULE = Rule("temporary-receiver", "HYB122", __doc__ or "", Severity.ERROR, check)
