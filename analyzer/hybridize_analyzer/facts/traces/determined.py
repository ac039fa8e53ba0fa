"""Calls whose keys follow from the key of their caller.

A function that tracing would not change does the same for the same key.  So where it has one key, every call in it
(outside loops) hands over one key too, provided that a graph would know the shapes (`Tensor.dynamic` is false).
"""

from __future__ import annotations

from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.values import (
    NOTHING,
    Array,
    Atom,
    Const,
    Ref,
    Scalar,
    Tensor,
    Tuple,
    Value,
)

_CONTAINERS = ("builtins.list", "builtins.dict")


def follows(state: State, value: Value | None, depth: int = 4) -> bool:
    """Whether a value, made from what the caller got, has a key that follows from that of the caller."""
    return bool(value) and depth > 0 and all(_follows(state, atom, depth) for atom in value or NOTHING)


def _follows(state: State, atom: Atom, depth: int) -> bool:
    if isinstance(atom, Tensor):
        return not atom.dynamic
    if isinstance(atom, Array):
        return atom.shape is not None and None not in atom.shape
    if isinstance(atom, Tuple):
        return all(follows(state, e, depth - 1) for e in atom.elements)
    if isinstance(atom, Ref):
        found = state.heap[atom.key]
        return found.cls in _CONTAINERS and follows(state, found.fields.get(ELEMENTS), depth - 1)
    return isinstance(atom, (Const, Scalar))
