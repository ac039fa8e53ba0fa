"""Structures of lists, tuples, dicts and named tuples, as `tf.nest` and Keras take them: others of the same form."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
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
_MOST_VISITS = 100
"""So many objects of a structure are gone through, and those that are met again among them."""


def rebuilt(
    state: State, frame: Frame, node: ast.AST, value: Value, leaf: Leaf, marker: str, *, once: bool = True
) -> Value:
    """Another structure of the same form.

    leaf: gives what stands in it for a leaf, or for a part that is too deep.
    marker: what the objects are made for; a structure that is made of one for the same purpose is the same one.
    once: what stands for a leaf does not depend on its path, so that an object in several places is gone through once.
    """
    return _Walk(state, frame, node, leaf, marker, once).part(value, ())


@dataclass(slots=True)
class _Walk:
    """One way through a structure.  made: what stands for each object so far.  visits: of objects."""

    state: State
    frame: Frame
    node: ast.AST
    leaf: Leaf
    marker: str
    once: bool
    made: dict[Ref, Ref] = field(default_factory=dict)
    visits: int = 0

    def part(self, value: Value, path: Path) -> Value:
        """What stands for a part.  path: where it stands in the whole."""
        results: list[Value] = []
        leaves: set[Atom] = set()
        for atom in value:
            if len(path) == _DEPTH or self.visits > _MOST_VISITS:
                leaves.add(atom)
            elif isinstance(atom, Tuple):
                inner = (self.part(e, (*path, place)) for place, e in enumerate(atom.elements))
                results.append(one(Tuple(tuple(inner))))
            elif isinstance(atom, Iterator) and atom.source in _SEQUENCES:
                element = self.part(atom.element, (*path, ELEMENTS))
                results.append(one(Iterator(element, None, atom.source)))
            elif isinstance(atom, Ref) and is_structure(self.state, atom.key):
                results.append(one(self._object(atom, path)))
            else:
                leaves.add(atom)
        if leaves:
            results.append(self.leaf(frozenset(leaves), path))
        return union(NOTHING, *results)

    def _object(self, model: Ref, path: Path) -> Ref:
        known = self.made.get(model)
        if known is not None and self.once:
            return known
        self.visits += 1
        first = model.key.rpartition(self.marker)[2]
        cls = self.state.heap.type_of(model.key)
        self.made[model] = made = allocate(
            self.state, self.frame, self.node, cls, suffix=f"{self.marker}{first}"
        )
        _fill(self.state, model, made, lambda inner, step: self.part(inner, (*path, step)))
        return made


def is_structure(state: State, key: str) -> bool:
    """Whether `tf.function` and `tf.nest` take an object apart: lists, dicts and named tuples."""
    cls = state.heap.type_of(key)
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
    is_object = isinstance(atom, Ref) and is_structure(state, atom.key)
    if isinstance(atom, Ref) and is_object and isinstance(step, str):
        found = state.heap.field(atom.key, step)
        return found if found is not None else state.heap.read(atom.key, ELEMENTS)
    items = items_of(state, one(atom)) if isinstance(atom, Tuple) or is_object else None
    if items is None:
        return state.heap.read(atom.key, ELEMENTS) if isinstance(atom, Ref) and is_object else one(atom)
    return items[step] if isinstance(step, int) and step < len(items) else union(NOTHING, *items)
