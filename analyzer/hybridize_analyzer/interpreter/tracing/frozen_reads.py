"""Reads of Python state that a trace would freeze."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    Array,
    Class,
    External,
    Function,
    Hybrid,
    Iterator,
    Module,
    Tensor,
    Value,
)


def note_parts(state: State, frame: Frame, node: ast.AST, value: Value, what: str) -> None:
    """Reading an array, or a view of a dict, reads what it is part of: it may change there."""
    for atom in value:
        if isinstance(atom, Iterator) and atom.view_of is not None:
            state.emit(frame, node, Kind.READ, what, target=atom.view_of, field=ELEMENTS)
        if isinstance(atom, Array) and atom.home is not None:
            state.emit(frame, node, Kind.READ, what, target=atom.home[0], field=atom.home[1])


def note_assigned(state: State, frame: Frame, node: ast.AST, value: Value, target: str, field: str) -> None:
    """What an assignment to a variable gave is read where it was kept."""
    if any(isinstance(atom, Tensor) and atom.assigned for atom in value):
        message = f"`{field}`, which an assignment to a variable gave, cannot be read in a graph that did not make it"
        state.emit(frame, node, Kind.EAGER_ONLY, message, target=target, field=field)


def is_constant_reference(atom: object) -> bool:
    """Things that a trace may hold on to: functions, classes, modules, variables."""
    if isinstance(atom, Tensor):
        return atom.kind == "variable" and not atom.assigned
    return isinstance(atom, (Function, Class, Module, External, Hybrid))
