"""An argument is of a kind that `tf.function` cannot take."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Refusal, Rule
from hybridize_analyzer.semantics.facts import FunctionFacts


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    for parameter in facts.parameters:
        if parameter.untraceable is not None:
            yield Refusal(f"argument `{parameter.name}`: {parameter.untraceable}", parameter.evidence)


RULE = Rule("untraceable-argument", "HYB120", __doc__ or "", Severity.ERROR, check)
