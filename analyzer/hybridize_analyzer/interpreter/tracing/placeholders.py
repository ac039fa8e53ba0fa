"""Weights that are placeholders while they are read: Keras 3 builds a model without `build` by tracing its `call`.

Then the layers inside have no variables yet: they compute with their initial values, which a graph made at that time
keeps as constants, or creates the variables itself, without gradients (`Layer._maybe_build`, `Variable.value` of Keras 3).
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.classes import find_attribute, is_keras_callable, library_bases
from hybridize_analyzer.domain.contents import contains
from hybridize_analyzer.domain.events import Aspect, Event, Kind
from hybridize_analyzer.domain.heap import Object
from hybridize_analyzer.domain.state import Context, Frame, State
from hybridize_analyzer.domain.values import Ref, Tensor, Value
from hybridize_analyzer.program.code import ClassCode, FunctionCode
from hybridize_analyzer.report import Location


def traced_by_keras(state: State, code: FunctionCode, events: Iterable[Event]) -> Location | None:
    """The first place through which Keras may trace a function that uses weights before these exist."""
    if 3 not in state.keras or not any(event.kind in (Kind.UNBUILT, Kind.WEIGHT) for event in events):
        return None
    if _is_traced_first(state, code):
        return code.module.location(code.node)
    callers = (
        s for s in state.sites_above(code) if s.caller is not None and _is_traced_first(state, s.caller)
    )
    return min((s.where for s in callers), default=None)


def _is_traced_first(state: State, code: FunctionCode) -> bool:
    """Whether it is the `call` of a layer or model of the project that has no `build`."""
    return (
        code.name == "call"
        and code.cls is not None
        and is_keras_callable(state, code.cls)
        and find_attribute(state, code.cls, "build") is None
    )


def own_weights(state: State, code: FunctionCode, contexts: Iterable[Context]) -> Iterator[Event]:
    """That a method belongs to a layer whose weights come from a `build`, its own or an inherited one."""
    if _builds_itself(state, code) and any(_is_unbuilt(state, c) for c in contexts):
        message = f"`{code.name}` is a method of a layer with weights"
        yield Event(Kind.WEIGHT, message, code.module.location(code.node))


def _builds_itself(state: State, code: FunctionCode) -> bool:
    if code.cls is None or code.name in ("__init__", "build") or not is_keras_callable(state, code.cls):
        return False
    inherited = (b for b in library_bases(state, code.cls) if b.startswith("keras.layers."))
    return find_attribute(state, code.cls, "build") is not None or any(
        base != "keras.layers.Layer" for base in inherited
    )


def _is_unbuilt(state: State, context: Context) -> bool:
    receiver = context.receiver
    return not isinstance(receiver, Ref) or not state.heap[receiver.key].built


def is_weight(state: State, owner: Object, value: Value) -> bool:
    """Whether an attribute of a layer may hold a weight that its `build` makes."""
    if owner.built or not any(isinstance(a, Tensor) and a.kind == "variable" for a in value):
        return False
    cls = owner.cls
    return (
        isinstance(cls, ClassCode)
        and is_keras_callable(state, cls)
        and find_attribute(state, cls, "build") is not None
    )


def note_variable_use(state: State, frame: Frame, node: ast.AST, value: Value, what: str) -> None:
    """Reports what only a variable can do, where a graph has a tensor in its place: Keras 2 has those of TensorFlow."""
    if 3 in state.keras and contains(state, value, lambda tensor: tensor.keras and tensor.kind == "tensor"):
        message = f"{what} an argument that is a variable of Keras, and a tensor inside a graph"
        state.emit(frame, node, Kind.EAGER_ONLY, message)


def note_nested_graph(call: Call) -> None:
    """Reports the call of a graph with a variable of Keras, of which eager code alone can make the tensor that it takes."""
    if 3 in call.state.keras and any(contains(call.state, value, is_keras_variable) for value in call.values):
        message = "a graph is called with a variable of Keras, which only eager code can do"
        call.emit(Kind.EAGER_ONLY, message, aspect=Aspect.RAISES)


def is_keras_variable(tensor: Tensor) -> bool:
    """Whether it is a variable of Keras 3, which is none of TensorFlow."""
    return tensor.keras and tensor.kind == "variable"
