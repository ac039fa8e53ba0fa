"""A Python number takes many values, and every value is one more trace."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Refusal, Rule
from hybridize_analyzer.semantics.facts import FunctionFacts


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    for parameter in facts.parameters:
        if parameter.varying:
            yield Refusal(f"`{parameter.name}` takes many Python values; each one traces again", parameter.evidence)


RULE = Rule("varying-scalar", "HYB117", __doc__ or "", Severity.WARNING, check)
