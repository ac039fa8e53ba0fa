"""Objects that the program makes: one for every place and for every receiver of the method that makes it."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from hybridize_analyzer.domain.contents import KEYS, item_field, items_of
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.heap import ELEMENTS, references
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    NOTHING,
    UNKNOWN,
    Const,
    Ref,
    Value,
    has_tensor,
    interned_ref,
    one,
    union,
)
from hybridize_analyzer.interpreter.dispatch import elements_of
from hybridize_analyzer.program.code import ClassCode


def site_key(frame: Frame, node: ast.AST, kind: str) -> str:
    """Allocation site, told apart by the receiver of the method that allocates (object sensitivity).

    While Keras builds a model it is another: a list of symbolic tensors is none of those that later calls make.
    """
    receiver = ""
    if isinstance(frame.receiver, Ref):
        receiver = frame.receiver.key[:160]
    line, column = getattr(node, "lineno", 0), getattr(node, "col_offset", 0)
    end = getattr(node, "end_col_offset", 0)  # links of a chain of calls begin at one place
    building = "symbolic" if frame.builds else ""
    return f"{kind}@{frame.module.path}:{line}:{column}-{end}<{receiver}>{building}"


def class_and_place(key: str) -> tuple[str, str]:
    """The class and the `path:line` that a key of `site_key` begins with."""
    cls, _, place = key.partition("<")[0].partition("@")
    return cls, place.rpartition(":")[0]


def allocate(state: State, frame: Frame, node: ast.AST, cls: ClassCode | str, suffix: str = "") -> Ref:
    name = cls if isinstance(cls, str) else cls.qualname
    key = site_key(frame, node, name) + suffix
    again = frame.loop > 0 or key in frame.allocated
    state.heap.allocate(key, cls, frame.module.location(node), again=again)
    frame.allocated.add(key)
    frame.made[key] = frame.uses
    if frame.conditional <= frame.entered:  # what an earlier turn of a loop shared is another object
        frame.shared.discard(key)
    return interned_ref(key)


def new_list(
    state: State,
    frame: Frame,
    node: ast.AST,
    element: Value,
    *,
    exact: tuple[Value, ...] | None = None,
    cls: str = "builtins.list",
) -> Value:
    ref = allocate(state, frame, node, cls)
    frame.shared |= references(element)
    state.heap.write(ref.key, ELEMENTS, element)
    state.heap.make_exact(ref.key, exact)
    return one(ref)


def new_dict(
    state: State,
    frame: Frame,
    node: ast.AST,
    entries: Sequence[tuple[Value, Value]],
    unpacked: Sequence[Value] = (),
) -> Value:
    """A dict with entries, and with those of other mappings (`{**defaults, "a": x}`)."""
    ref = allocate(state, frame, node, "builtins.dict")
    for mapping in unpacked:
        add_entries(state, frame, node, ref, mapping)
    for key, value in entries:
        frame.shared |= references(value)
        add_entry(state, ref, key, value)
    state.heap.write(ref.key, KEYS, NOTHING)
    return one(ref)


def add_entry(state: State, ref: Ref, key: Value, value: Value) -> None:
    """A dict may have this entry from now on."""
    state.heap.write(ref.key, KEYS, key)
    state.heap.write(ref.key, ELEMENTS, value)
    state.heap.write(ref.key, item_field(key) or "[?]", value)


def add_entries(state: State, frame: Frame, node: ast.AST, ref: Ref, given: Value) -> Value:
    """A dict may have the entries of a mapping, or of a sequence of pairs, from now on: returns their values."""
    added: list[Value] = []
    for atom in given:
        known = isinstance(atom, Ref) and KEYS in state.heap[atom.key].fields
        if isinstance(atom, Ref) and known:
            for field, value in list(state.heap[atom.key].fields.items()):
                state.heap.write(ref.key, field, value)
            added.append(state.heap.read(atom.key, ELEMENTS))
            continue
        pairs = items_of(state, one(atom)) or (elements_of(state, frame, one(atom), node),)
        for pair in pairs:
            parts = items_of(state, pair)
            key, value = parts if parts is not None and len(parts) == _PAIR else (UNKNOWN, UNKNOWN)
            add_entry(state, ref, key, value)
            added.append(value)
    return union(NOTHING, *added)


_PAIR = 2


def constant(value: object) -> Value:
    return one(Const(type(value).__name__, value))


def new_sequence(state: State, frame: Frame, node: ast.AST, value: Value) -> Value:
    """`list(value)`."""
    items = items_of(state, value)
    if has_tensor(value):
        state.emit(frame, node, Kind.PYTHON_VALUE, "a tensor is turned into a Python list")
    return new_list(state, frame, node, elements_of(state, frame, value, node), exact=items)
