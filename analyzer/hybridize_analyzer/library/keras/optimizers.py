"""What optimizers of Keras run of the project when they take a step, or are asked for their learning rate."""

from __future__ import annotations

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.contents import items_of
from hybridize_analyzer.domain.values import NOTHING, TENSOR, Iterator, Ref, Tuple, one
from hybridize_analyzer.interpreter.values.special_methods import invoke, project_objects
from hybridize_analyzer.library.common import call_callback

_TRANSFORMING = ("gradient_transformers", "gradient_aggregator")
"""Arguments of optimizers of Keras 2 with functions that get the gradients, one function or a list of them."""
_TRANSFORMS = "[transforms]"


def remember(call: Call, ref: Ref) -> None:
    """Keeps the functions that change gradients before a step."""
    for name in _TRANSFORMING:
        given = call.keywords.get(name, NOTHING)
        for function in items_of(call.state, given) or (given,):
            call.state.heap.write(ref.key, _TRANSFORMS, function)


def run_step(call: Call, ref: Ref) -> None:
    """A step is taken: functions get the gradients, and the learning rate is asked for."""
    run_rate(call, ref)
    gradients = one(Iterator(one(Tuple((TENSOR, TENSOR))), source="list"))
    with call.frame.indirectly():
        call_callback(call, call.state.heap.read(ref.key, _TRANSFORMS), (gradients,), traced=False)


def run_rate(call: Call, ref: Ref) -> None:
    """The schedules and functions that give an optimizer its learning rate are called."""
    given = call.state.heap.read(ref.key, "layers") | call.state.heap.read(ref.key, "learning_rate")
    for schedule in project_objects(call.state, given):
        invoke(call.state, call.frame, call.node, schedule, ("__call__",), (TENSOR,))
    for rate in call.state.heap.read(ref.key, "function"):
        with call.frame.indirectly():
            call_callback(call, one(rate), (), traced=False)
