"""Metrics of Keras that run a function of the program on what they are given."""

from __future__ import annotations

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.classes import descends
from hybridize_analyzer.domain.values import NONE, TENSOR, Ref
from hybridize_analyzer.library.common import call_callback

_WRAPPERS = ("keras.metrics.MeanMetricWrapper", "keras.metrics.SumOverBatchSizeMetricWrapper")
_FUNCTION = "wrapped function"
_GIVEN = "argument of it "
"""What the names of fields begin with that keep what the function is given beside labels and predictions."""


def remember(call: Call, ref: Ref) -> None:
    """Keeps the function that a metric is made of, seen or not."""
    if not descends(call.state, call.state.heap.type_of(ref.key), *_WRAPPERS):
        return
    call.state.heap.write(ref.key, _FUNCTION, (call.argument(0, "fn") or NONE) - NONE)
    for name, value in call.keywords.items():
        if name not in ("fn", "name", "dtype", "*", "**"):
            call.state.heap.write(ref.key, _GIVEN + name, value)


def run(call: Call, ref: Ref) -> None:
    """What `update_state` or a call of the metric runs: AutoGraph does not convert it."""
    fields = call.state.heap[ref.key].fields
    if _FUNCTION not in fields:
        return
    given = {name.removeprefix(_GIVEN): value for name, value in fields.items() if name.startswith(_GIVEN)}
    names = enumerate(("y_true", "y_pred"))
    args = tuple(call.argument(index, name) or TENSOR for index, name in names)
    with call.frame.indirectly():
        call_callback(call, fields[_FUNCTION], args, traced=False, keywords=given)
