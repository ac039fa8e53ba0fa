"""Structures of lists, tuples, dicts and named tuples, as `tf.nest` and Keras take them: others of the same form."""

from __future__ import annotations

import ast
from collections.abc import Callable
from itertools import count

from hybridize_analyzer.domain.classes import descends
from hybridize_analyzer.domain.contents import KEYS, items_of
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    NOTHING,
    Atom,
    Iterator,
    Ref,
    Tuple,
    Value,
    one,
    union,
)
from hybridize_analyzer.interpreter.values.allocation import allocate

Path = tuple[int | str, ...]
"""The way from a structure to a part of it: places of sequences, fields of dicts and of lists of unknown length."""
Leaf = Callable[[Value, Path], Value]
_OBJECTS = ("builtins.list", "builtins.dict", "collections.OrderedDict", "collections.namedtuple-instance")
_SEQUENCES = ("tuple", "list", "slice")
"""Of which only the elements are known, all together."""
_DEPTH = 5
"""So many levels are told apart."""


def rebuilt(
    state: State, frame: Frame, node: ast.AST, value: Value, leaf: Leaf, marker: str, path: Path = ()
) -> Value:
    """Another structure of the same form.

    leaf: gives what stands in it for a leaf, or for a part that is too deep.
    marker: what the objects are made for; a structure that is made of one for the same purpose is the same one.
    path: where `value` stands in the whole.
    """

    def part(inner: Value, step: int | str) -> Value:
        return rebuilt(state, frame, node, inner, leaf, marker, (*path, step))

    results: list[Value] = []
    leaves: set[Atom] = set()
    for atom in value:
        if len(path) == _DEPTH:
            leaves.add(atom)
        elif isinstance(atom, Tuple):
            results.append(one(Tuple(tuple(map(part, atom.elements, count())))))
        elif isinstance(atom, Iterator) and atom.source in _SEQUENCES:
            results.append(one(Iterator(part(atom.element, ELEMENTS), None, atom.source)))
        elif isinstance(atom, Ref) and _is_structure(state, atom):
            first = atom.key.rpartition(marker)[2]
            made = allocate(state, frame, node, state.heap.type_of(atom.key), suffix=f"{marker}{first}")
            _fill(state, atom, made, part)
            results.append(one(made))
        else:
            leaves.add(atom)
    if leaves:
        results.append(leaf(frozenset(leaves), path))
    return union(NOTHING, *results)


def _is_structure(state: State, ref: Ref) -> bool:
    cls = state.heap.type_of(ref.key)
    return cls in _OBJECTS if isinstance(cls, str) else descends(state, cls, "typing.NamedTuple")


def _fill(state: State, model: Ref, made: Ref, part: Callable[[Value, int | str], Value]) -> None:
    """Gives an object what stands for the content of another one."""
    found = state.heap[model.key]
    if found.exact is not None:
        exact = tuple(map(part, found.exact, count()))
        for name, value in zip((n for n in found.fields if n != ELEMENTS), exact, strict=False):
            state.heap.write(made.key, name, value)  # of a named tuple, in their order
        state.heap.write(made.key, ELEMENTS, union(NOTHING, *exact))
        state.heap.make_exact(made.key, exact)
        return
    entries = [name for name in found.fields if name not in (ELEMENTS, KEYS)]
    for name in entries or [ELEMENTS]:
        value = part(state.heap.read(model.key, name), name)
        state.heap.write(made.key, name, value)
        state.heap.write(made.key, ELEMENTS, value)
    if KEYS in found.fields:
        state.heap.write(made.key, KEYS, state.heap.read(model.key, KEYS))


def part_at(state: State, value: Value, path: Path) -> Value:
    """The part in the same place of another structure; any part of what has no such place."""
    for step in path:
        value = union(NOTHING, *(_part(state, atom, step) for atom in value))
    return value


def _part(state: State, atom: Atom, step: int | str) -> Value:
    if isinstance(atom, Iterator):
        return atom.element
    is_object = isinstance(atom, Ref) and _is_structure(state, atom)
    if isinstance(atom, Ref) and is_object and isinstance(step, str):
        found = state.heap.field(atom.key, step)
        return found if found is not None else state.heap.read(atom.key, ELEMENTS)
    items = items_of(state, one(atom)) if isinstance(atom, Tuple) or is_object else None
    if items is None:
        return state.heap.read(atom.key, ELEMENTS) if isinstance(atom, Ref) and is_object else one(atom)
    return items[step] if isinstance(step, int) and step < len(items) else union(NOTHING, *items)
