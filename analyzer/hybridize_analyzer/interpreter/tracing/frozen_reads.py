"""Reads of Python state that a trace would freeze."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from hybridize_analyzer.domain.contents import items_of, nested
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    Array,
    Atom,
    Class,
    External,
    Function,
    Hybrid,
    Module,
    Partial,
    Tensor,
    Value,
    one,
    parts_of,
)
from hybridize_analyzer.domain.values import Iterator as LazySequence


def note_kept(
    state: State, frame: Frame, node: ast.AST, value: Value, what: str, target: str, field: str
) -> None:
    """A name or attribute is read that a trace would freeze, and with it what its value is part of.

    what: who is read, for a message.  target, field: where it is kept.  An array, or a view of a dict, may change where it
    is part of something; what an assignment to a variable gave waits for an operation of the execution that made it.
    """
    for where, name in ((target, field), *_parts_of(state, value)):
        state.emit(frame, node, Kind.READ, f"{what} is read", target=where, field=name)
    if any(type(atom) is Tensor and atom.assigned for atom in value):
        message = f"`{field}`, which an assignment to a variable gave, cannot be read in a graph that did not make it"
        state.emit(frame, node, Kind.EAGER_ONLY, message, target=target, field=field)


def _parts_of(state: State, value: Value) -> Iterator[tuple[str, str]]:
    """The objects, and their fields, that arrays and views of dicts are part of, those in containers among them."""
    for atom in (atom for part in nested(value, lambda each: _inside(state, each), _DEPTH) for atom in part):
        if isinstance(atom, LazySequence) and atom.view_of is not None:
            yield atom.view_of, ELEMENTS
        if isinstance(atom, Array):
            yield from atom.homes


_DEPTH = 3


def _inside(state: State, atom: Atom) -> Iterable[Value]:
    """What stands in a container, element by element where these are known, or in a partial function."""
    if isinstance(atom, Partial):
        return parts_of(atom)
    items = items_of(state, one(atom))
    return state.heap.inside(atom) if items is None else items


def is_constant_reference(atom: object) -> bool:
    """Things that a trace may hold on to: functions, classes, modules, variables."""
    if isinstance(atom, Tensor):
        return atom.kind == "variable" and not atom.assigned
    return isinstance(atom, (Function, Class, Module, External, Hybrid))
