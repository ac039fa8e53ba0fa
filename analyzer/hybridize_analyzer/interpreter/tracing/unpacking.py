"""Tensors that Python unpacks: eager execution goes through the first axis, and a graph has no elements to give.

What an option makes a tensor or a tuple is seen as either.  Where Python unpacks it into as many parts as the tuple has, it
is taken to be the tuple: the first axis of a tensor would have to have that length by chance. So is what may be a tuple
or list of a length that is not seen, what unseen code gives beside a tensor, and what a model gives whose outputs are not
seen; and a tensor of which nothing is known where another call has such a tuple.
"""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.computed import BATCHES
from hybridize_analyzer.domain.contents import items_of
from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import Atom, Iterator, Opaque, Ref, Tensor, Value, one, tensors


def note(state: State, frame: Frame, node: ast.AST, value: Value, count: int | None) -> None:
    """Notes that a value which may be a tensor is unpacked.  count: the number of variables; None where that is open."""
    found, where = tensors(value), frame.module.location(node)
    sequence = count is not None and bool(fitting(state, value, count))
    if sequence and not found:
        state.note(_UNPACKED, where, where)
    if not found:
        return
    elsewhere = all(_is_open(t) for t in found) and state.noted(_UNPACKED, where) is not None
    if (
        count is None
        or frame.guard
        or not (sequence or elsewhere or _may_have_any_length(state, value))
        or any(_fits(t, count) for t in found)
    ):
        state.emit(
            frame, node, Kind.PYTHON_VALUE, "a tensor is unpacked into Python variables", aspect=Aspect.RAISES
        )
    else:
        state.emit(frame, node, Kind.UNPACKED, f"a tuple of {count} or a tensor is unpacked")


_UNPACKED = "tuples that are unpacked"


def _is_open(tensor: Tensor) -> bool:
    """Whether nothing is known of the first axis of a tensor."""
    return tensor.shape is None or tensor.shape[:1] == (None,)


def fitting(state: State, value: Value, count: int) -> dict[Atom, tuple[Value, ...]]:
    """The parts of those sequences in a value that have so many."""
    parts = ((atom, items_of(state, one(atom))) for atom in value)
    return {atom: items for atom, items in parts if items is not None and len(items) == count}


def _may_have_any_length(state: State, value: Value) -> bool:
    """Whether it may be a tuple or list of which it is not seen how many elements it has."""
    unseen = (atom for atom in value if isinstance(atom, Opaque))
    return (
        any(tensor.several for tensor in tensors(value))
        or any(atom.origin not in BATCHES for atom in unseen)
        or any(_has_open_length(state, atom) for atom in value)
    )


def _has_open_length(state: State, atom: Atom) -> bool:
    if isinstance(atom, Ref):
        return state.heap.is_list(atom) and items_of(state, one(atom)) is None
    return isinstance(atom, Iterator) and atom.items is None and atom.source in ("tuple", "list")


def _fits(tensor: Tensor, count: int) -> bool:
    """Whether a tensor is known to have so many elements."""
    return tensor.shape is not None and tensor.shape[:1] == (count,)
