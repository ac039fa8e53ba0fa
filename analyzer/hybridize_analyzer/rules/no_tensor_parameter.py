"""No tensor reaches the function."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Refusal, Rule
from hybridize_analyzer.semantics.facts import FunctionFacts


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    if facts.tensor_parameter is False:
        yield Refusal("no tensor reaches its parameters", ())
    elif facts.tensor_parameter is None:
        yield Refusal("it cannot be seen whether a tensor reaches its parameters", (), certain=False)


RULE = Rule("no-tensor-parameter", "HYB116", __doc__ or "", Severity.NOTE, check)
