"""The functions that the methods of a dataset are given: what they receive, by the table of callbacks."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.contents import items_of
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import NONE, UNKNOWN, Tensor, Tuple, Value, one
from hybridize_analyzer.interpreter.values.allocation import allocate
from hybridize_analyzer.knowledge.callbacks import Callback
from hybridize_analyzer.knowledge.exports import export
from hybridize_analyzer.library.common import call_callback
from hybridize_analyzer.library.tensorflow.functional import enter_functional, leave_functional
from hybridize_analyzer.shapes.spec import spec_of

Args = tuple[Value, ...]
LENGTH = "[length]"
_KEY: Value = one(Tensor("tensor", "int64", ()))


def called(call: Call, known: Callback, element: Value) -> list[Value]:
    """Calls the functions as TensorFlow does while it traces them; their results, in the order of the table."""
    results = []
    enter_functional(call.frame)
    for name in known.parameters:
        function = call.argument(_position(known, name), name)
        received = _received(call, name, element)
        if function is not None:
            results.append(call_callback(call, function - NONE, received, traced=True))
    leave_functional(call.frame)
    return results or [UNKNOWN]


def _position(known: Callback, name: str) -> int:
    method = export(f"tensorflow.{known.name}")
    return method.parameters.index(name) if method is not None else 0


def _received(call: Call, name: str, element: Value) -> Args:
    if name == "scan_func":
        return state_of(call.state, call.argument(0, "initial_state") or UNKNOWN), element
    if name == "reduce_func":
        return _KEY, of_elements(call.state, call.frame, call.node, element)
    return (_KEY,) if name == "window_size_func" else items_of(call.state, element) or (element,)


def state_of(state: State, value: Value) -> Value:
    """The state of a reduction or a scan: tensors in the structure of its initial value."""
    (atom,) = value if len(value) == 1 else (None,)
    if isinstance(atom, Tuple):
        return one(Tuple(tuple(state_of(state, e) for e in atom.elements)))
    spec = spec_of(state.heap, value)
    return one(Tensor("tensor", spec.dtype, spec.shape))


def of_elements(state: State, frame: Frame, node: ast.AST, element: Value, place: str = "grouped") -> Value:
    """A dataset of some of the elements of another."""
    ref = allocate(state, frame, node, "tensorflow.data.Dataset", suffix=f":{place}")
    state.heap.write(ref.key, ELEMENTS, element)
    state.heap.write(ref.key, LENGTH, UNKNOWN)
    return one(ref)
