"""The definition is of a kind that `tf.function` cannot wrap."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Refusal, Rule
from hybridize_analyzer.semantics.facts import FunctionFacts

_SPECIAL_ALLOWED = ("__call__", "__matmul__")


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    if facts.generator:
        yield Refusal("it is a generator", ())
    if facts.asynchronous:
        yield Refusal("it is asynchronous", ())
    if facts.decorator is not None:
        yield Refusal(f"the decorator `@{facts.decorator}` stands between it and its callers", ())
    if facts.name.startswith("__") and facts.name.endswith("__") and facts.name not in _SPECIAL_ALLOWED:
        yield Refusal(f"Python itself calls `{facts.name}`", ())
    if facts.method and facts.name in ("build", "get_config", "setUp", "tearDown"):
        yield Refusal(f"the framework calls `{facts.name}`", ())


RULE = Rule("unsupported-definition", "HYB119", __doc__ or "", Severity.NOTE, check)
