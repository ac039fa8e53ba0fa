"""Ranges and other iterables: what a loop takes of them, and what reading them reads."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    NOTHING,
    Atom,
    Const,
    Iterator,
    Ref,
    Scalar,
    Tensor,
    Tuple,
    Value,
    const,
    one,
    union,
)
from hybridize_analyzer.interpreter.values.allocation import new_dict

FEW = 8
"""Ranges up to this length are kept number by number, and a trace for each of them is no loss."""


def number_of(numbers: range) -> Value:
    """What a loop over a range takes: every number, one after the other."""
    among = (numbers.start, numbers.stop, numbers.step)
    return one(Scalar("int", varying=len(numbers) > FEW, among=among))


def turns_of_range(iterable: Value) -> Value | None:
    """The same for a range whose numbers are kept one by one; None for all other values."""
    (atom,) = iterable if len(iterable) == 1 else (None,)
    if not isinstance(atom, Iterator) or atom.source != "range" or not atom.items:
        return None
    kept = (a.value for item in atom.items for a in item if isinstance(a, Const))
    numbers = [number for number in kept if isinstance(number, int)]
    if len(numbers) < 2 or len(numbers) != len(atom.items):
        return None
    step = numbers[1] - numbers[0]
    return number_of(range(numbers[0], numbers[-1] + step, step))


def note_contents(state: State, frame: Frame, node: ast.AST, *values: Value) -> None:
    """What stands in the lists and dicts of some values is read."""
    for value in values:
        for atom in value:
            if isinstance(atom, Ref) and state.heap.type_of(atom.key) in _CONTAINERS:
                message = "the content of a container is read"
                state.emit(frame, node, Kind.READ, message, target=atom.key, field=ELEMENTS)
            elif isinstance(atom, Tuple):
                note_contents(state, frame, node, *atom.elements)


_CONTAINERS = frozenset(
    {"builtins.list", "builtins.dict", "builtins.set", "collections.OrderedDict", "collections.deque"}
)


def open_batches(state: State, frame: Frame, node: ast.AST, element: Value) -> Value:
    """The elements of a dataset as a loop inside a graph gets them: no length of a batch unless a remainder is dropped."""
    return union(NOTHING, *(_open_batch(state, frame, node, atom) for atom in element))


def _open_batch(state: State, frame: Frame, node: ast.AST, atom: Atom) -> Value:
    if isinstance(atom, Tuple):
        return one(Tuple(tuple(open_batches(state, frame, node, e) for e in atom.elements)))
    if isinstance(atom, Ref) and state.heap.type_of(atom.key) == "builtins.dict":
        fields = sorted(state.heap[atom.key].fields.items())
        entries = [(n, v) for n, v in fields if n.startswith(("['", '["'))]
        opened = [(const(ast.literal_eval(n[1:-1])), open_batches(state, frame, node, v)) for n, v in entries]
        changed = any(value != v for (_, value), (_, v) in zip(opened, entries, strict=True))
        return new_dict(state, frame, node, opened) if changed else one(atom)
    if isinstance(atom, Tensor) and atom.batches is not None and atom.shape:
        return one(replace(atom, shape=(None, *atom.shape[1:]), dynamic=True, open_at=None))
    return one(atom)
