"""`copy.copy`, `copy.deepcopy` and the `copy` of containers: new objects with the content of others."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridize_analyzer.domain import classes
from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.state import Bindings, Frame, State
from hybridize_analyzer.domain.values import (
    MADE,
    NOTHING,
    UNKNOWN,
    Array,
    Atom,
    Ref,
    Tensor,
    Tuple,
    Value,
    one,
    union,
)
from hybridize_analyzer.interpreter.tracing import serialisation
from hybridize_analyzer.interpreter.values import special_methods
from hybridize_analyzer.interpreter.values.allocation import allocate
from hybridize_analyzer.program.code import ClassCode

Args = tuple[Value, ...]
_DEPTH = 6
_OF = ":copy of "
_WITH_VARIABLES = (
    "keras.layers.", "keras.Layer", "keras.Model", "keras.Sequential", "keras.applications.", "keras.metrics.",
    "keras.optimizers.", "tensorflow.Module",
)  # fmt: skip
_OWN = (
    "__copy__",
    "__deepcopy__",
    "__reduce__",
    "__reduce_ex__",
    "__getstate__",
    "__setstate__",
    "__setattr__",
)


_SAVED = ("keras.optimizers.", "keras.metrics.")
"""What Keras copies by saving its variables, besides layers and models."""


def shallow(call: Call) -> Value:
    """`copy.copy(x)`: what is in it stays the same object, but objects of Keras are saved and read back for it."""
    given, types = _given(call)
    if any(
        classes.is_keras_callable(call.state, cls) or classes.descends(call.state, cls, *_SAVED)
        for cls in types
    ):
        serialisation.note_copies(call.state, call.frame, call.node)
        call.emit(Kind.EAGER_ONLY, "`copy.copy` of an object of Keras needs eager execution")
    return _copied(call.state, call.frame, call.node, given, {}, 1)


def deep(call: Call) -> Value:
    """`copy.deepcopy(x)`: a graph has no copies of tensors and variables."""
    given, types = _given(call)
    if any(classes.is_keras_callable(call.state, cls) for cls in types):
        serialisation.note_copies(call.state, call.frame, call.node)
    if any(classes.descends(call.state, cls, *_WITH_VARIABLES) for cls in types):
        call.emit(Kind.VARIABLE, "a copy of what owns variables is made")
    return _copied(call.state, call.frame, call.node, given, {}, _DEPTH, whole=True)


def _given(call: Call) -> tuple[Value, list[ClassCode | str]]:
    """What is to be copied, and the classes of the objects in it."""
    value = call.args[0] if call.args else UNKNOWN
    return value, [call.state.heap.type_of(a.key) for a in value if isinstance(a, Ref)]


def replaced(call: Call) -> Value:
    """`dataclasses.replace(x, field=…)`: another object with other values in some fields, made as by its `__init__`."""
    value = call.args[0] if call.args else UNKNOWN
    return (
        union(NOTHING, *(_replaced(call.state, call.frame, call.node, atom, call.keywords) for atom in value))
        or UNKNOWN
    )


def _replaced(state: State, frame: Frame, node: ast.AST, atom: Atom, changes: Bindings) -> Value:
    if not isinstance(atom, Ref) or isinstance(state.heap.type_of(atom.key), str) or "**" in changes:
        return UNKNOWN
    first = atom.key.rpartition(_OF)[2]
    made = allocate(state, frame, node, state.heap.type_of(atom.key), suffix=f"{_OF}{first}")
    for name, kept in list(state.heap[atom.key].fields.items()):
        if name not in changes:
            state.emit(frame, node, Kind.READ, "its content is copied", target=atom.key, field=name)
            state.heap.write(made.key, name, kept)
    for name, given in changes.items():
        state.heap.write(made.key, name, given)
    special_methods.invoke(state, frame, node, made, ("__post_init__",))
    return one(made)


def _copied(
    state: State,
    frame: Frame,
    node: ast.AST,
    value: Value,
    made: dict[str, Ref],
    depth: int,
    *,
    whole: bool = False,
) -> Value:
    parts = [_copy(state, frame, node, atom, made, depth, whole=whole) for atom in value]
    return union(NOTHING, *parts) if parts else value


def _copy(
    state: State, frame: Frame, node: ast.AST, atom: Atom, made: dict[str, Ref], depth: int, *, whole: bool
) -> Value:
    if isinstance(atom, Ref):
        return one(copied(state, frame, node, atom, made, depth, whole=whole))
    if isinstance(atom, Array):
        return one(replace(atom, homes=(MADE,)))
    if not whole:
        return one(atom)
    if isinstance(atom, Tuple):
        inner = (_copied(state, frame, node, e, made, depth - 1, whole=True) for e in atom.elements)
        return one(Tuple(tuple(inner)))
    if isinstance(atom, Tensor):
        state.emit(
            frame, node, Kind.EAGER_ONLY, "`copy.deepcopy` of a tensor or variable needs eager execution"
        )
    return one(atom)


def copied(
    state: State,
    frame: Frame,
    node: ast.AST,
    ref: Ref,
    made: dict[str, Ref],
    depth: int = 1,
    *,
    whole: bool = False,
) -> Ref:
    """A copy of one object, or the object where a class of its own or of a library says how it is copied.

    made: the copies so far, by key.  depth: how many levels are copied.  whole: what it holds is copied too.
    """
    if ref.key in made:
        return made[ref.key]
    if depth == 0 or not _is_plain(state, ref):
        special_methods.invoke(
            state, frame, node, ref, ("__deepcopy__",) if whole else ("__copy__",), (UNKNOWN,)
        )
        return ref
    first = ref.key.rpartition(_OF)[2]  # a copy of a copy is one of the first, so that their number ends
    copy = allocate(state, frame, node, state.heap.type_of(ref.key), suffix=f"{_OF}{first}")
    if copy == ref:
        return ref
    made[ref.key] = copy
    for name, value in list(state.heap[ref.key].fields.items()):
        read_field = ELEMENTS if name.startswith("[") else name
        state.emit(frame, node, Kind.READ, "its content is copied", target=ref.key, field=read_field)
        inner = _copied(state, frame, node, value, made, depth - 1, whole=True) if whole else value
        state.heap.write(copy.key, name, inner)
    exact = state.heap[ref.key].exact
    if exact is not None and whole:
        exact = tuple(_copied(state, frame, node, e, made, depth - 1, whole=True) for e in exact)
    state.heap.make_exact(copy.key, exact)
    return copy


def _is_plain(state: State, ref: Ref) -> bool:
    cls = state.heap.type_of(ref.key)
    if not isinstance(cls, ClassCode):
        return cls.startswith(("builtins.", "collections."))
    own = any(classes.find_attribute(state, cls, name) is not None for name in _OWN)
    return not own and not classes.library_bases(state, cls)
