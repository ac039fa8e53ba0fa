"""What optimizers of Keras run of the project when they take a step, or are asked for their learning rate."""

from __future__ import annotations

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.values import TENSOR, Ref, one
from hybridize_analyzer.interpreter.values.special_methods import invoke, project_objects
from hybridize_analyzer.library.common import call_callback


def run_rate(call: Call, ref: Ref) -> None:
    """The schedules and functions that give an optimizer its learning rate are called."""
    given = call.state.heap.read(ref.key, "layers") | call.state.heap.read(ref.key, "learning_rate")
    for schedule in project_objects(call.state, given):
        invoke(call.state, call.frame, call.node, schedule, ("__call__",), (TENSOR,))
    for rate in call.state.heap.read(ref.key, "function"):
        with call.frame.indirectly():
            call_callback(call, one(rate), (), traced=False)
