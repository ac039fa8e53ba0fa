"""`tf.register_tensor_conversion_function`: functions of the program that make tensors of objects of a class."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.classes import linearise
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import NONE, Class, External, Ref, Tuple, Value, const, one, union
from hybridize_analyzer.interpreter.dispatch import call_atom

_REGISTERED = "tensorflow:conversions"
"""The object whose fields are the functions, by the name of the class; it is there once the program registers one."""
_ANY = "any class"


def register(call: Call) -> None:
    """Keeps the function that makes tensors of objects of one class or of several."""
    state = call.state
    given, function = call.argument(0, "base_type"), call.argument(1, "conversion_func")
    state.heap.allocate(_REGISTERED, "builtins.object", call.where, again=False)
    for name in sorted({_name(atom) for atom in _classes(given or NONE)}):
        state.heap.write(_REGISTERED, name, function or NONE)


def run_registered(state: State, frame: Frame, node: ast.AST, ref: Ref) -> None:
    """TensorFlow makes a tensor of an object."""
    state.track.read(_REGISTERED)
    cls = state.heap.type_of(ref.key)
    if _REGISTERED not in state.heap.objects or isinstance(cls, str):
        return
    found = state.heap[_REGISTERED].fields
    names = [_ANY, *(c if isinstance(c, str) else c.address for c in linearise(state, cls))]
    options = {"dtype": NONE, "name": NONE, "as_ref": const(False)}
    with frame.indirectly():
        for name in dict.fromkeys(names):
            for function in found.get(name, ()):
                call_atom(state, frame, node, function, (one(ref),), options)


def _classes(given: Value) -> Value:
    """The classes that are named, alone or in a tuple."""
    inner = (union(*atom.elements) for atom in given if isinstance(atom, Tuple) and atom.elements)
    return frozenset(atom for atom in given if not isinstance(atom, Tuple)).union(*inner)


def _name(atom: object) -> str:
    if isinstance(atom, External):
        return atom.name
    return atom.code.address if isinstance(atom, Class) else _ANY
