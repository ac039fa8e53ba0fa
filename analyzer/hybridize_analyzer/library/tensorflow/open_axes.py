"""Which axes of an operation's result a graph may not know, where its arguments leave some open."""

from __future__ import annotations

from hybridize_analyzer.domain.values import (
    FIRST,
    Axes,
    Const,
    Scalar,
    Tensor,
    Value,
    open_in_any,
    open_in_broadcast,
    tensors,
)
from hybridize_analyzer.interpreter.values.operators import are_tensors_and_numbers
from hybridize_analyzer.knowledge.operations import operation
from hybridize_analyzer.shapes.spec import BoundArguments

_SECOND: Axes = (1,)
_LIKE_THE_FIRST = frozenset("same real complex cast like one_hot".split())
"""Rules by which the result has the axes of the first argument; `one_hot` adds one behind them."""
_ELEMENTWISE = frozenset("binary divide ternary clip where".split())
_REDUCING = frozenset("reduce reduce_real count_nonzero argmax".split())
_JOINING = frozenset({"concat", "softmax_cross_entropy", "sparse_cross_entropy"})
"""Rules by which the first axis comes from first axes alone, along whichever axis tensors are joined."""
_ADDING = {"stack": 0, "expand_dims": None}
"""Rules by which an axis comes in, with the place that it has where none is named."""
_BY_SHAPE = {"reshape": "shape", "zeros": "shape", "fill": "dims", "broadcast_to": "shape", "random": "shape"}
"""Rules by which the result has the lengths that a parameter tells."""


def open_axes_of(bound: BoundArguments, found: list[Tensor]) -> Axes | None:
    """The axes that may be open; None where that may be any.  found: the tensors among the arguments."""
    known = operation(bound.name)
    rule = known.rule if known is not None else ""
    if rule in _BY_SHAPE:
        return _of_shape(bound, _BY_SHAPE[rule], inferred=rule == "reshape")
    dynamic = [t for t in found if t.dynamic]
    if rule == "boolean_mask":
        return _of_mask(bound)
    if rule in _ELEMENTWISE:
        return open_in_broadcast(found) if are_tensors_and_numbers(*bound.given.values()) else None
    if rule in _LIKE_THE_FIRST:
        first = tensors(next(iter(bound.given.values()), frozenset()))
        behind = rule != "one_hot" or bound.is_absent("axis") or bound.integer("axis") == -1
        return open_in_any(dynamic) if behind and set(dynamic) <= set(first) else None
    if not dynamic or any(t.open_at != FIRST for t in dynamic):
        return None
    if rule in _JOINING:
        return FIRST
    if rule in _REDUCING:
        axes = bound.integers("axis") if rule != "argmax" else (bound.integer("axis", 0),)
        return None if axes is None or None in axes else () if 0 in axes else FIRST
    if rule in _ADDING:
        axis = bound.integer("axis", _ADDING[rule])
        return None if axis is None else FIRST if axis else _SECOND
    return None


def _of_mask(bound: BoundArguments) -> Axes | None:
    """Rows that a mask picks: how many there are is open, and nothing else, however many axes the mask has."""
    if not bound.is_absent("axis"):
        return None
    masked = [t for t in tensors(bound.given.get("tensor", frozenset())) if t.dynamic]
    return FIRST if all(t.open_at == FIRST for t in masked) else None


def _of_shape(bound: BoundArguments, name: str, *, inferred: bool) -> Axes | None:
    """What a list of lengths leaves open: those that are tensors, and the one that follows from the others.

    inferred: whether one of them may follow from the others.
    """
    items = bound.lists.items_of(bound.given.get(name, frozenset()))
    if items is None:
        return None
    told = any(item == frozenset({Const("int", -1)}) for item in items)
    lengths = (_is_length(item, known=told or not inferred) for item in items)
    return tuple(axis for axis, fixed in enumerate(lengths) if not fixed)


def _is_length(item: Value, *, known: bool) -> bool:
    """Whether it is a number of Python that is not -1.  known: whether no other number than one that is seen may be that."""
    return bool(item) and all(
        (isinstance(a, Const) and type(a.value) is int and a.value >= 0)
        or (isinstance(a, Scalar) and a.type == "int" and known)
        for a in item
    )
