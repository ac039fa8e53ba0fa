"""What optimizers of Keras run of the project when they take a step, or are asked for their learning rate."""

from __future__ import annotations

from hybridize_analyzer.domain.bindings import CONSTRAINTS
from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.classes import descends
from hybridize_analyzer.domain.contents import items_of, tensors_within
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.values import NOTHING, TENSOR, Iterator, Ref, Tensor, Tuple, one
from hybridize_analyzer.interpreter.values.special_methods import invoke, project_objects
from hybridize_analyzer.library.common import call_callback, callables
from hybridize_analyzer.library.keras import settings

_SCHEDULES = "keras.optimizers.schedules."
_TRANSFORMING = ("gradient_transformers", "gradient_aggregator")
"""Arguments of optimizers of Keras 2 with functions that get the gradients, one function or a list of them."""
_TRANSFORMS = "[transforms]"
_COUNTING = ("keras.optimizers.Nadam", "keras.optimizers.experimental.Nadam")
"""Optimizers of Keras 2 that count, in Python, how often they have multiplied a product which all variables share."""


def remember(call: Call, ref: Ref) -> None:
    """Keeps the functions that change gradients before a step."""
    for name in _TRANSFORMING:
        given = call.keywords.get(name, NOTHING)
        for function in items_of(call.state, given) or (given,):
            call.state.heap.write(ref.key, _TRANSFORMS, function)


def remember_constraints(call: Call) -> None:
    """Keeps what constrains the variables of a layer, or one variable, by the keywords of the call that makes them."""
    for name, value in call.keywords.items():
        if name.endswith("constraint"):
            call.state.bind_cell(CONSTRAINTS, CONSTRAINTS, value, call.where, again=False)


def run_step(call: Call, ref: Ref) -> None:
    """A step is taken: functions get the gradients, the learning rate is asked for, and variables are constrained.

    Constraints that are not seen are settings, by which Keras finds one of its own.
    """
    run_rate(call, ref)
    if 2 in call.state.keras and any(
        descends(call.state, call.state.heap.type_of(ref.key), c) for c in _COUNTING
    ):
        message = "`Nadam` of Keras 2 counts its steps in Python, and a graph keeps the count of its trace"
        call.emit(Kind.WRITE, message, target=ref.key, field="_u_product_counter")
    constraints = call.state.cell(CONSTRAINTS, CONSTRAINTS)
    known = NOTHING if constraints is None or _are_of_tensorflow(call) else constraints.value
    given = frozenset((*callables(known), *(a for a in known if isinstance(a, Ref))))
    for constraint in given:
        if isinstance(constraint, Ref):
            settings.note_read(call.state, call.frame, call.node, constraint)
    with call.frame.indirectly():
        call_callback(call, given, (TENSOR,), traced=False)
    gradients = one(Iterator(one(Tuple((TENSOR, TENSOR))), source="list"))
    with call.frame.indirectly():
        call_callback(call, call.state.heap.read(ref.key, _TRANSFORMS), (gradients,), traced=False)


def _are_of_tensorflow(call: Call) -> bool:
    """Whether all variables that a step changes are made by `tf.Variable`, so that no layer constrains them."""
    changed = [t for t in tensors_within(call.state, call.values) if t.kind == "variable"]
    return bool(changed) and not any(t.keras for t in changed)


def run_rate(call: Call, ref: Ref) -> None:
    """The schedules and functions that give an optimizer its learning rate are called."""
    steps = one(Tensor("variable", keras=True)) if 3 in call.state.keras else TENSOR
    given = call.state.heap.read(ref.key, "layers") | call.state.heap.read(ref.key, "learning_rate")
    for schedule in project_objects(call.state, given):
        scheduled = descends(call.state, call.state.heap.type_of(schedule.key), _SCHEDULES)
        invoke(call.state, call.frame, call.node, schedule, ("__call__",), (steps,) if scheduled else ())
    for rate in call.state.heap.read(ref.key, "function"):
        with call.frame.indirectly():
            call_callback(call, one(rate), (), traced=False)
