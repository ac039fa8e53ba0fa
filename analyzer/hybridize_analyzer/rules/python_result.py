"""A function returns something that is not a tensor."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Refusal, Rule
from hybridize_analyzer.semantics.facts import FunctionFacts

_MESSAGES = {
    "python": "it returns a Python or NumPy value, which a graph returns as a tensor",
    "variable": "it returns a `tf.Variable`, which a graph returns as its value",
    "object": "it returns an object that a graph cannot return",
}


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    if facts.returned in _MESSAGES:
        yield Refusal(_MESSAGES[facts.returned], ())
    elif facts.returned == "unknown":
        yield Refusal("what it returns cannot be seen", (), certain=False)


RULE = Rule("python-result", "HYB112", __doc__ or "", Severity.WARNING, check)
