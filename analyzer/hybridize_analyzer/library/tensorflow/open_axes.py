"""Which axes of an operation's result a graph may not know, where its arguments leave some open."""

from __future__ import annotations

from collections.abc import Callable, Sequence

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
from hybridize_analyzer.shapes.linear import is_text
from hybridize_analyzer.shapes.spec import BoundArguments

_SECOND: Axes = (1,)
_LIKE_THE_FIRST = frozenset("same real complex cast like one_hot bias_add".split())
"""Rules by which the result has the axes of the first argument; `one_hot` adds one behind them."""
_ELEMENTWISE = frozenset("binary divide ternary clip where binary_loss".split())
_REDUCING = frozenset("reduce reduce_real count_nonzero argmax norm".split())
_ROW_BY_ROW = frozenset(
    "moments top_k split squeeze tile pad conv depthwise pool resize resize_to gray rgb space_to_depth".split()
)
"""Rules by which all axes but the first come from such axes of the first argument, and from numbers."""
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
    open_ = [t for t in found if t.has_open_axes]
    if rule == "boolean_mask":
        return _of_mask(bound)
    if rule == "einsum":
        return _of_equation(bound)
    if rule in _ELEMENTWISE:
        return open_in_broadcast(found) if are_tensors_and_numbers(*bound.given.values()) else None
    if rule in _LIKE_THE_FIRST:
        first = tensors(next(iter(bound.given.values()), frozenset()))
        behind = rule != "one_hot" or bound.is_absent("axis") or bound.integer("axis") == -1
        return open_in_any(open_) if behind and set(open_) <= set(first) else None
    if rule in _REDUCING:
        return _of_reduction(bound, open_, found, index=rule == "argmax")
    if rule in _ADDING:
        return _of_added(bound.integer("axis", _ADDING[rule]), open_)
    if not open_ or any(t.open_axes != FIRST for t in open_):
        return None
    if rule in _JOINING:
        return FIRST
    if rule in _ROW_BY_ROW:
        data = tensors(next(iter(bound.given.values()), frozenset()))
        others = [t for t in found if t not in data]
        return FIRST if all(t.kind == "variable" and not t.has_open_axes for t in others) else None
    if rule in _OF_SEVERAL:
        names, several = _OF_SEVERAL[rule]
        return several(bound, *(tensors(bound.given.get(name, frozenset())) for name in names))
    return None


def _of_reduction(
    bound: BoundArguments, open_: Sequence[Tensor], found: Sequence[Tensor], *, index: bool
) -> Axes | None:
    """`tf.reduce_sum(x, axis)`: axes that stay move to the front.  index: `tf.argmax`, which reduces the first one."""
    axes = (bound.integer("axis", 0),) if index else bound.integers("axis")
    if not open_ or len(found) != 1 or found[0].open_axes is None:
        return None
    left, shape = found[0].open_axes, found[0].shape
    known = [axis for axis in axes or () if axis is not None]
    if axes is None or len(known) < len(axes):
        return left if left == FIRST else None  # at most fewer, and the first stays the first
    if left == FIRST and shape is None:
        return () if 0 in known else FIRST
    if shape is None:
        return None
    gone = {axis % len(shape) for axis in known if -len(shape) <= axis < len(shape)}
    if bound.flag("keepdims") is True:
        return tuple(axis for axis in left if axis not in gone)
    if not bound.is_absent("keepdims") and bound.flag("keepdims") is not False:
        return None
    return tuple(axis - sum(each < axis for each in gone) for axis in left if axis not in gone)


def _of_added(axis: int | None, open_: Sequence[Tensor]) -> Axes | None:
    """`tf.expand_dims(x, axis)` and `tf.stack(tensors, axis)`: the axes from that place on move behind it."""
    left = open_in_any(open_)
    if axis is None or left is None:
        return None
    if left == FIRST and axis >= -1:
        return FIRST if axis else _SECOND
    ranks = {None if tensor.shape is None else len(tensor.shape) for tensor in open_}
    rank = ranks.pop() if len(ranks) == 1 else None
    if rank is None or not -rank - 1 <= axis <= rank:
        return None
    place = axis % (rank + 1)
    return tuple(each + (each >= place) for each in left)


def _of_product(bound: BoundArguments, left: Sequence[Tensor], right: Sequence[Tensor]) -> Axes | None:
    """`tf.matmul(a, b)`: rows of a matrix stay in front, and so do the numbers of two stacks of matrices."""
    ranks = [None if t.shape is None else len(t.shape) for t in (*left, *right)]
    if len(ranks) != 2 or None in ranks:
        return None
    a, b = (rank or 0 for rank in ranks)
    if not any(t.has_open_axes for t in right):
        return FIRST if b <= a else None
    return FIRST if b >= a and b > _MATRIX else None


def _of_contraction(_: BoundArguments, left: Sequence[Tensor], right: Sequence[Tensor]) -> Axes | None:
    """`tf.tensordot(a, b, axes)`: the axes of `a` that are left come first."""
    return FIRST if left and not any(t.has_open_axes for t in right) else None


def _of_rows(bound: BoundArguments, table: Sequence[Tensor], ids: Sequence[Tensor]) -> Axes | None:
    """`tf.gather(params, indices)` along the first axis, and rows of a table: as many as there are indices."""
    plain = bound.is_absent("batch_dims") and bound.integer("axis", 0) == 0
    return FIRST if plain and len(table) == 1 and ids and not table[0].has_open_axes else None


_MATRIX = 2
_OfTwo = Callable[[BoundArguments, Sequence[Tensor], Sequence[Tensor]], "Axes | None"]
_OF_SEVERAL: dict[str, tuple[tuple[str, str], _OfTwo]] = {
    "matmul": (("a", "b"), _of_product),
    "tensordot": (("a", "b"), _of_contraction),
    "embedding": (("params", "ids"), _of_rows),
    "gather": (("params", "indices"), _of_rows),
}
"""Rules of two tensors, with the names of these."""


def _of_equation(bound: BoundArguments) -> Axes | None:
    """`tf.einsum("bij,jk->bik", x, y)`: an open axis goes where its letter stands in the result."""
    equation = (bound.text("equation") or "").replace(" ", "")
    left, arrow, right = equation.partition("->")
    operands = [tensors(value) for value in bound.first if not is_text(value)]
    inputs = left.split(",")
    if not arrow or "." in equation or len(inputs) != len(operands):
        return None
    letters: set[str] = set()
    for names, found in zip(inputs, operands, strict=True):
        for tensor in found:
            if tensor.has_open_axes and tensor.open_axes is None:
                return None
            letters |= (
                {names[axis] for axis in (tensor.open_axes or ()) if axis < len(names)}
                if tensor.has_open_axes
                else set()
            )
    return tuple(place for place, letter in enumerate(right) if letter in letters)


def _of_mask(bound: BoundArguments) -> Axes | None:
    """Rows that a mask picks: how many there are is open, and nothing else, however many axes the mask has."""
    if not bound.is_absent("axis"):
        return None
    masked = [t for t in tensors(bound.given.get("tensor", frozenset())) if t.has_open_axes]
    return FIRST if all(t.open_axes == FIRST for t in masked) else None


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
