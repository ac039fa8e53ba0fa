"""Ranges and other iterables: what a loop takes of them, and what reading them reads."""

from __future__ import annotations

import ast
from ast import literal_eval
from collections.abc import Mapping
from dataclasses import replace

from hybridize_analyzer.domain.contents import KEYS
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
from hybridize_analyzer.interpreter.tracing.demands import called_name
from hybridize_analyzer.interpreter.values.allocation import new_dict
from hybridize_analyzer.program.code import bound_below, found_once, walk

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


def names_attributes(node: ast.For | ast.AsyncFor) -> bool:
    """Whether a loop sets or reads attributes by names that it takes from what it runs over."""
    return found_once(node, _names_attributes)


def _names_attributes(node: ast.AST) -> bool:
    assert isinstance(node, (ast.For, ast.AsyncFor))
    bound = bound_below(node.target)
    named = (
        call.args[1]
        for call in walk(node)
        if isinstance(call, ast.Call) and called_name(call) in _BY_NAME and len(call.args) > 1
    )
    return any(isinstance(name, ast.Name) and name.id in bound for name in named)


_BY_NAME = frozenset({"setattr", "getattr", "hasattr", "delattr"})


def turns_by_name(state: State, iterable: Value) -> list[Value] | None:
    """What a loop takes of dicts whose keys are all known texts, of their entries, or of known texts, one by one."""
    found: dict[Value, None] = {}
    for atom in iterable:
        turns = _turns_of(state, atom)
        if turns is None:
            return None
        found |= dict.fromkeys(turns)
    return [*found] if iterable and len(found) <= _MOST_NAMES else None


_MOST_NAMES = 40


def _turns_of(state: State, atom: Atom) -> list[Value] | None:
    items = state.heap.items_of(one(atom))
    if items is not None:
        return list(items) if all(_is_text(each) for item in items for each in item) else None
    entries = isinstance(atom, Iterator) and atom.source == "items"
    key = atom.key if isinstance(atom, Ref) else getattr(atom, "view_of", None)
    if key is None or state.heap.type_of(key) != "builtins.dict":
        return None
    known = _known_entries(state.heap[key].fields)
    if known is None:
        return None
    return [one(Tuple((text, value))) for text, value in known.items()] if entries else [*known]


def _known_entries(fields: Mapping[str, Value]) -> dict[Value, Value] | None:
    """The entries of a dict by their keys; None where these are not all known texts.

    Many keys are joined to any text where they stand together, and their values likewise.
    """
    names = sorted(name for name in fields if name.startswith("[") and name not in (ELEMENTS, KEYS))
    if not names and not fields.get(KEYS) and not fields.get(ELEMENTS):
        return {}
    if not names or not all(name[1] in _QUOTES for name in names):
        return None
    known = {const(literal_eval(name[1:-1])): fields[name] for name in names}
    keys, values = fields.get(KEYS, NOTHING), union(NOTHING, *known.values())
    if not all(one(key) in known if _is_text(key) else key in _ANY_TEXT for key in keys):
        return None
    return known if all(_is_among(atom, values) for atom in fields.get(ELEMENTS, NOTHING)) else None


_QUOTES = ("'", '"')
_ANY_TEXT = (Scalar("str"), Scalar("str", varying=True))


def _is_among(atom: Atom, values: Value) -> bool:
    """Whether a value is one of some, or what some of them are joined to."""
    if isinstance(atom, Tensor):
        return any(isinstance(other, Tensor) and other.kind == atom.kind for other in values)
    if isinstance(atom, Scalar):
        return any(isinstance(other, (Const, Scalar)) and other.type == atom.type for other in values)
    return atom in values


def _is_text(atom: Atom) -> bool:
    return isinstance(atom, Const) and atom.type == "str"


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
    if isinstance(atom, Iterator):  # a tuple whose length is not known
        return one(replace(atom, element=open_batches(state, frame, node, atom.element)))
    if isinstance(atom, Tensor) and atom.batches is not None and atom.shape:
        return one(replace(atom, shape=(None, *atom.shape[1:]), dynamic=True, open_at=None))
    return one(atom)
