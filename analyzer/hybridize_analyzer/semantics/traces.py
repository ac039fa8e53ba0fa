"""How many graphs a function would be traced into: the distinct trace keys of its visible calls.

A trace key is what TensorFlow's cache tells apart: dtypes and shapes of tensors, values of Python arguments,
structure (tensorflow/core/function/trace_type).
"""

from __future__ import annotations

from hybridize_analyzer.semantics.program import FunctionCode
from hybridize_analyzer.semantics.state import Call, Context, State, calls_of
from hybridize_analyzer.semantics.values import Array, Atom, Const, Function, Ref, Tensor, Tuple, Value


def predict(state: State, code: FunctionCode, contexts: list[Context]) -> int | None:
    """The number of traces, or None when some argument is not known well enough to tell."""
    if code.scope.nonlocals or code.parent is not None:
        return None
    keys = set()
    if any(context.crowded for context in contexts):
        return None
    for call in (call for context in contexts for call in calls_of(context)):
        if any(site.assumed for site in call.sites):
            return None
        key = _key(state, call)
        if key is None:
            return None
        keys.add(key)
    return len(keys) or None


def _key(state: State, call: Call) -> tuple[object, ...] | None:
    parts: list[object] = []
    if isinstance(call.receiver, Ref):
        if state.heap[call.receiver.key].multiple:
            return None
        parts.append(call.receiver.key)
    for name, value in sorted(call.arguments.items()):
        part = _value_key(state, value)
        if part is None:
            return None
        parts.append((name, part))
    return tuple(parts)


def _value_key(state: State, value: Value) -> object | None:
    return _atom_key(state, next(iter(value))) if len(value) == 1 else None


def _atom_key(state: State, atom: Atom) -> object | None:
    if isinstance(atom, (Tensor, Array)):
        if atom.dtype is None or atom.shape is None or None in atom.shape:
            return None
        return (atom.dtype, atom.shape)
    if isinstance(atom, Const):
        return (atom.type, atom.value)
    if isinstance(atom, Tuple):
        parts = [_value_key(state, e) for e in atom.elements]
        return None if None in parts else tuple(parts)
    if isinstance(atom, Ref):
        found = state.heap[atom.key]
        return None if found.multiple or found.cls in ("builtins.list", "builtins.dict") else atom.key
    if isinstance(atom, Function):
        return (atom.code.key, atom.env)
    return None
