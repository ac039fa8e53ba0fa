"""The parts of a `tf.Module`, of a layer or a model: what it refers to, and what these refer to."""

from __future__ import annotations

import ast
from functools import lru_cache

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.classes import descends, is_keras_callable, library_bases
from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.domain.heap import ELEMENTS, LAZY, references
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.truth import truth
from hybridize_analyzer.domain.values import (
    NONE,
    UNKNOWN,
    Array,
    Atom,
    Const,
    Opaque,
    Ref,
    Scalar,
    Tensor,
    Value,
    is_partly_unseen,
    one,
)
from hybridize_analyzer.interpreter.values.allocation import new_list
from hybridize_analyzer.library.common import call_callback

_MOST_PARTS = 200


def note_parts(state: State, frame: Frame, node: ast.AST, ref: Ref, name: str) -> list[Atom]:
    """What an object is made of is listed, down to the parts of its parts: fields that get another part matter.

    name: what lists them.  Returns the parts, the object aside: objects and variables.
    """
    reached, waiting = {ref.key}, [ref.key]
    parts: dict[Atom, None] = {}
    while waiting:
        key = waiting.pop()
        found = state.heap[key]
        for field, value in sorted(found.fields.items()):
            inner = frozenset(k for k in references(value) if name == "_flatten" or not _is_apart(state, k))
            variables = [a for a in value if isinstance(a, Tensor) and a.kind == "variable"]
            if not (inner or variables):
                continue
            changed = ELEMENTS if field.startswith("[") else field
            if _changes(state, key, changed) and (
                holding := {True} if variables else {_holds_parts(state, each) for each in inner}
            ) != {False}:
                kind = found.type_name.rpartition(".")[2]
                message = f"`{name}` is read, which lists what is in a `{kind}`"
                aspect = None if True in holding else Aspect.UNTOLD
                state.emit(frame, node, Kind.READ, message, target=key, field=changed, aspect=aspect)
            new = [k for k in sorted(inner - reached) if len(reached) < _MOST_PARTS]
            reached.update(new)
            waiting += new
            parts.update(dict.fromkeys([*map(Ref, new), *variables]))
    return list(parts)


def _changes(state: State, key: str, field: str) -> bool:
    """Whether a field gets another value once its object is made, if only from the first call of something."""
    return any(state.heap.recorded_change(key, name) is not None for name in (field, LAZY + field))


def _is_apart(state: State, key: str) -> bool:
    """Whether a module or layer does not look into an object for variables, layers and modules.

    It looks into lists, tuples and dicts, and into what is one of these; not into an optimizer, a loss, a `TensorSpec`, a
    dataset, nor into an object of a class that inherits from none of them.
    """
    cls = state.heap.type_of(key)
    if cls in _CONTAINERS or is_keras_callable(state, cls) or descends(state, cls, *_LOOKED_INTO):
        return False
    return cls.startswith(_KNOWN) if isinstance(cls, str) else "?" not in library_bases(state, cls)


_LOOKED_INTO = (
    *("keras.metrics.", "keras.Variable", "keras.random."),
    *("tensorflow.Module", "tensorflow.Variable", "tensorflow.lookup."),
    *("collections.", "builtins.", "typing."),
)
"""What is looked into beside layers and models."""
_KNOWN = ("keras.", "tensorflow.", "numpy.")
"""Libraries whose classes are known: what is not looked into there holds no parts."""


def _holds_parts(state: State, key: str) -> bool | None:
    """Whether variables may be in an object: not in a list, tuple or dict of plain values; None where these are unknown."""
    pending, reached, unseen = [key], {key}, False
    while pending:
        current = pending.pop()
        if state.heap[current].cls not in _CONTAINERS:
            if not _is_apart(state, current):
                return True
            continue
        for value in state.heap[current].fields.values():
            holds, inner = _looked_into(value)
            if holds:
                return True
            unseen = unseen or holds is None
            pending += inner - reached
            reached |= inner
    return None if unseen else False


@lru_cache(maxsize=4096)
def _looked_into(value: Value) -> tuple[bool | None, frozenset[str]]:
    """Whether a value is one that holds variables, None for one that cannot be seen; and the objects that it may be."""
    objects = frozenset(atom.key for atom in value if isinstance(atom, Ref))
    if not all(isinstance(atom, (Ref, Opaque, *_PLAIN)) for atom in value):
        return True, objects
    return None if is_partly_unseen(value) else False, objects


_CONTAINERS = ("builtins.list", "builtins.tuple", "builtins.dict", "builtins.set")
_PLAIN = (Array, Const, Scalar)


def method(call: Call, name: str, ref: Ref) -> Value | None:
    """A method of `tf.Module`; None for another one."""
    if name == "with_name_scope":
        return call.args[0] if call.args else UNKNOWN
    return _flatten(call, ref) if name == "_flatten" else None


def _flatten(call: Call, ref: Ref) -> Value:
    """`module._flatten(predicate=…)`: a list of the parts for which the predicate may hold."""
    predicate = call.argument(1, "predicate") or NONE
    parts = note_parts(call.state, call.frame, call.node, ref, "_flatten")
    if predicate == NONE or not call.keywords.keys() <= {"predicate", "expand_composites"}:
        return new_list(call.state, call.frame, call.node, UNKNOWN)
    with call.frame.indirectly():
        chosen = [
            part
            for part in parts
            if truth(call_callback(call, predicate, (one(part),), traced=False)) is not False
        ]
    return new_list(call.state, call.frame, call.node, frozenset(chosen))
