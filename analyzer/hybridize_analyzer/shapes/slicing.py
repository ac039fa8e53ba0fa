"""Basic indexing of tensors and arrays: integers, slices, `None`, `...` and masks."""

from __future__ import annotations

import ast
from collections.abc import Callable

from hybridize_analyzer.domain.values import Array, Const, Scalar, Shape, Tensor, Tuple, Value
from hybridize_analyzer.shapes.spec import integer, only

Evaluate = Callable[[ast.expr], Value]


def item_shape(evaluate: Evaluate, shape: Shape | None, index: ast.expr, value: Value) -> Shape | None:
    """The shape of `x[index]`; value: what the index evaluates to.  evaluate: for the bounds of slices."""
    nodes = index.elts if isinstance(index, ast.Tuple) else [index]
    atom = only(value)
    values = atom.elements if isinstance(index, ast.Tuple) and isinstance(atom, Tuple) else (value,)
    if shape is None or len(nodes) != len(values) or any(isinstance(n, ast.Starred) for n in nodes):
        return None
    used = [_axes_used(n, v) for n, v in zip(nodes, values, strict=True)]
    if None in used:
        return None
    missing = len(shape) - sum(n or 0 for n in used)
    if missing < 0:
        return None
    rest, result = list(shape), []
    for node, part, count in zip(nodes, values, used, strict=True):
        taken = [rest.pop(0) for _ in range(missing if is_ellipsis(node) else count or 0)]
        if is_ellipsis(node):
            result += taken
        elif isinstance(node, ast.Slice):
            result.append(_length(evaluate, node, taken[0]))
        elif only(part) == Const("NoneType", None):
            result.append(1)
        elif not _is_integer(part):
            result.append(None)  # a mask
    return (*result, *rest)


def depends_on_values(evaluate: Evaluate, index: ast.expr, value: Value) -> bool:
    """Whether inside a graph a length of the result is not static: a bound or a mask is a tensor."""
    nodes = index.elts if isinstance(index, ast.Tuple) else [index]
    bounds = [
        b for n in nodes if isinstance(n, ast.Slice) for b in (n.lower, n.upper, n.step) if b is not None
    ]
    if any(_is_unsized(evaluate(b)) for b in bounds if not isinstance(b, ast.Constant)):
        return True
    atom = only(value)
    parts = atom.elements if isinstance(atom, Tuple) else (value,)
    return any(isinstance(a, Tensor) and a.dtype == "bool" for part in parts for a in part)


def _is_unsized(value: Value) -> bool:
    return any(isinstance(a, Tensor) and not a.sized for a in value)


def _axes_used(node: ast.expr, value: Value) -> int | None:
    """How many axes an index takes; None where it is not known what it is."""
    if isinstance(node, ast.Slice):
        return 1
    atom = only(value)
    if is_ellipsis(node) or (isinstance(atom, Const) and atom.value is None):
        return 0
    if _is_integer(value):
        return 1
    if isinstance(atom, (Tensor, Array)) and atom.dtype == "bool" and atom.shape:
        return len(atom.shape)
    return None


def is_ellipsis(node: ast.expr) -> bool:
    """Whether it is `...`."""
    return isinstance(node, ast.Constant) and node.value is ...


def _is_integer(value: Value) -> bool:
    return bool(value) and all(
        (isinstance(a, (Tensor, Array)) and a.shape == () and a.dtype != "bool")
        or (isinstance(a, (Const, Scalar)) and a.type == "int")
        for a in value
    )


def _length(evaluate: Evaluate, node: ast.Slice, length: int | None) -> int | None:
    bounds = [None if b is None else _bound(evaluate, b) for b in (node.lower, node.upper, node.step)]
    if bounds == [None, None, None]:
        return length
    if length is None or "?" in bounds or bounds[2] == 0:
        return None
    numbers = [b for b in bounds if not isinstance(b, str)]
    return len(range(*slice(*numbers).indices(length)))


def _bound(evaluate: Evaluate, node: ast.expr) -> int | str | None:
    value = evaluate(node)
    if only(value) == Const("NoneType", None):
        return None
    found = integer(value)
    return "?" if found is None else found
