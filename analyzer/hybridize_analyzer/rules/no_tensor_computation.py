"""The function computes nothing with TensorFlow."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Refusal, Rule
from hybridize_analyzer.semantics.facts import FunctionFacts


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    if facts.ops == 0 and facts.contexts:
        yield Refusal("it executes no TensorFlow operation", ())


RULE = Rule("no-tensor-computation", "HYB118", __doc__ or "", Severity.NOTE, check)
