"""Shapes of NumPy functions where they differ from TensorFlow's, and the dtypes of all of them."""

from __future__ import annotations

import math
from collections.abc import Callable

from hybridize_analyzer.domain.values import Const, Shape
from hybridize_analyzer.shapes import linear, promotion
from hybridize_analyzer.shapes.arrangement import concat, limited, pad, parts_of, target_shape
from hybridize_analyzer.shapes.elementwise import operands
from hybridize_analyzer.shapes.reductions import axes_of, reduced_shape
from hybridize_analyzer.shapes.spec import (
    ARRAY,
    NOTHING_KNOWN,
    BoundArguments,
    Repeated,
    Result,
    Rule,
    Several,
    Spec,
    added,
    broadcast,
    integer,
    normalised,
    only,
    product,
    replaced,
    spec_of,
)


def first(bound: BoundArguments) -> Spec:
    return operands(bound, 1)[0] if bound.given else NOTHING_KNOWN


def split(bound: BoundArguments) -> Result:
    """A number of parts, or the places between them."""
    source, axis = first(bound), bound.integer("axis", 0)
    at = None if source.shape is None else normalised(axis, len(source.shape))
    count, places = bound.integer("indices_or_sections"), bound.integers("indices_or_sections")
    if count is None and places is not None:
        count, equal = len(places) + 1, False
    else:
        equal = not bound.name.endswith(".array_split")
    length = None if source.shape is None or at is None else source.shape[at]
    part = length // count if length is not None and count and equal else None
    unknown = None if source.shape is None else (None,) * len(source.shape)
    shape = unknown if source.shape is None or at is None else replaced(source.shape, at, part)
    spec = Spec(source.dtype, shape)
    return Repeated(spec) if count is None else Several((spec,) * limited(count), listed=True)


def svd(bound: BoundArguments) -> Result:
    """Three results, or only the singular values."""
    return Several((Spec(),) * 3) if bound.flag("compute_uv", default=True) else NOTHING_KNOWN


def where(bound: BoundArguments) -> Result:
    """Three arguments broadcast; one alone gives a tuple of indices."""
    if "x" not in bound.given:
        return Repeated(Spec("int64", (None,)))
    return Spec(None, broadcast(*(bound.spec(n).shape for n in ("condition", "x", "y"))))


def average(bound: BoundArguments) -> Spec:
    return Spec(None, reduced_shape(first(bound).shape, axes_of(bound), bound.flag("keepdims")))


def arg_extreme(bound: BoundArguments) -> Spec:
    """Without an axis, one index into the flattened array."""
    return Spec("int64", reduced_shape(first(bound).shape, axes_of(bound), bound.flag("keepdims")))


def cumulative(bound: BoundArguments) -> Spec:
    shape = first(bound).shape
    if not bound.is_absent("axis"):
        return Spec(None, shape)
    return Spec(None, None if shape is None else (product(shape),))


def flat(bound: BoundArguments) -> Spec:
    shape = first(bound).shape
    return Spec(None, None if shape is None else (product(shape),))


def joined(bound: BoundArguments) -> Spec:
    if "axis" in bound.given and bound.is_absent("axis"):
        return Spec(None, (None,))
    return concat(bound)


def _rows(bound: BoundArguments) -> list[Spec]:
    parts, whole = parts_of(bound, bound.given.get("tup"))
    return parts if whole else []


def pile(bound: BoundArguments) -> Spec:
    """`vstack`: vectors count as rows."""
    shapes = [(1, *s.shape) if s.shape is not None and len(s.shape) == 1 else s.shape for s in _rows(bound)]
    return Spec(None, _along(shapes, 0))


def row(bound: BoundArguments) -> Spec:
    """`hstack`: along the second axis, of vectors along the first."""
    shapes = [s.shape for s in _rows(bound)]
    return Spec(None, _along(shapes, 0 if shapes and shapes[0] is not None and len(shapes[0]) == 1 else 1))


def _along(shapes: list[Shape | None], axis: int) -> Shape | None:
    known = [s for s in shapes if s is not None and len(s) > axis]
    if not shapes or len(known) != len(shapes) or len({len(s) for s in known}) != 1:
        return None
    rest = [next((s[i] for s in known if s[i] is not None), None) for i in range(len(known[0]))]
    return replaced(tuple(rest), axis, added(*(s[axis] for s in known)))


def swap(bound: BoundArguments) -> Spec:
    shape = first(bound).shape
    if shape is None:
        return NOTHING_KNOWN
    a, b = (normalised(bound.integer(n), len(shape)) for n in ("axis1", "axis2"))
    if a is None or b is None:
        return Spec(None, (None,) * len(shape))
    order = list(shape)
    order[a], order[b] = order[b], order[a]
    return Spec(None, tuple(order))


def move(bound: BoundArguments) -> Spec:
    shape = first(bound).shape
    if shape is None:
        return NOTHING_KNOWN
    source, target = (normalised(bound.integer(n), len(shape)) for n in ("source", "destination"))
    if source is None or target is None:
        return Spec(None, (None,) * len(shape))
    rest = [n for i, n in enumerate(shape) if i != source]
    return Spec(None, (*rest[:target], shape[source], *rest[target:]))


def tiled(bound: BoundArguments) -> Spec:
    """Missing axes count as 1, on either side."""
    shape, times = first(bound).shape, target_shape(bound, "reps")
    if shape is None or times is None:
        return NOTHING_KNOWN
    rank = max(len(shape), len(times))
    shape, times = (1,) * (rank - len(shape)) + shape, (1,) * (rank - len(times)) + times
    return Spec(None, tuple(map(_times, shape, times)))


def _times(length: int | None, count: int | None) -> int | None:
    return product((length, count))


def padded(bound: BoundArguments) -> Spec:
    """One number pads every side."""
    shape, width = first(bound).shape, bound.integer("pad_width")
    if shape is not None and width is not None:
        return Spec(None, tuple(added(n, 2 * width) for n in shape))
    pair = bound.integers("pad_width")
    if shape is not None and pair is not None and len(pair) == 2 and None not in pair:
        return Spec(None, tuple(added(n, *pair) for n in shape))
    return pad(bound)


def take(bound: BoundArguments) -> Spec:
    shape, indices = first(bound).shape, bound.spec("indices").shape
    if indices is None or (shape is None and not bound.is_absent("axis")):
        return NOTHING_KNOWN
    if bound.is_absent("axis") or shape is None:
        return Spec(None, indices)
    at = normalised(bound.integer("axis"), len(shape))
    return Spec(None, None if at is None else replaced(shape, at, *indices))


def diag(bound: BoundArguments) -> Spec:
    shape = bound.spec("v").shape
    if shape is None or len(shape) not in (1, 2) or "k" in bound.given:
        return NOTHING_KNOWN
    return Spec(None, (shape[0], shape[0]) if len(shape) == 1 else (_least(*shape),))


def _least(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else min(a, b)


def diagonal(bound: BoundArguments) -> Spec:
    shape = first(bound).shape
    if shape is None or len(shape) < 2 or bound.given.keys() & {"offset", "axis1", "axis2"}:
        return NOTHING_KNOWN
    return Spec(None, (*shape[2:], _least(*shape[:2])))


def trace(bound: BoundArguments) -> Spec:
    shape = first(bound).shape
    return Spec(
        None,
        None if shape is None or len(shape) < 2 or bound.given.keys() & {"axis1", "axis2"} else shape[2:],
    )


def full(bound: BoundArguments) -> Spec:
    value = bound.spec("fill_value")
    dtype = value.dtype if bound.is_absent("dtype") else bound.dtype("dtype")
    return Spec(dtype, target_shape(bound))


def eye(bound: BoundArguments) -> Spec:
    rows = bound.integer("N", bound.integer("n"))
    columns = rows if bound.is_absent("M") else bound.integer("M")
    return Spec(_given(bound, "float64"), (rows, columns))


def _given(bound: BoundArguments, default: str | None) -> str | None:
    return default if bound.is_absent("dtype") else bound.dtype("dtype")


def arange(bound: BoundArguments) -> Spec:
    names = [n for n in ("start_or_stop", "start", "stop", "step") if n in bound.given]
    specs = [bound.spec(n) for n in names]
    dtype = _given(bound, promotion.together(specs))
    numbers = [_number(bound, n) for n in names]
    if not all(isinstance(n, int) for n in numbers) or not numbers:
        return Spec(dtype, (None,))
    found = [n for n in numbers if n is not None]
    start, stop, step = (
        (0, found[0], 1) if len(found) == 1 else (found[0], found[1], found[2] if len(found) > 2 else 1)
    )
    return Spec(dtype, (max(0, math.ceil((stop - start) / step)) if step else None,))


def _number(bound: BoundArguments, name: str) -> int | None:
    atom = only(bound.given[name])
    return atom.value if isinstance(atom, Const) and type(atom.value) is int else None


def linspace(bound: BoundArguments) -> Spec:
    start, stop, count = bound.spec("start"), bound.spec("stop"), bound.integer("num", 50)
    inner = broadcast(start.shape, stop.shape)
    if bound.given.keys() & {"axis", "retstep"} or inner is None:
        return NOTHING_KNOWN
    dtype = promotion.with_number(promotion.together([start, stop]), "float64")
    return Spec(_given(bound, dtype), (count, *inner))


def array(bound: BoundArguments) -> Spec:
    source = bound.spec("object", "a")
    return Spec(_given(bound, source.dtype), None if "ndmin" in bound.given else source.shape)


def atleast(bound: BoundArguments) -> Spec:
    shape = spec_of(bound.lists, bound.first[0], numpy=True).shape if bound.first else None
    least = 1 if bound.name.endswith("1d") else 2
    if shape is None or len(bound.first) != 1:
        return NOTHING_KNOWN
    return Spec(None, (1,) * (least - len(shape)) + shape)


def matmul(bound: BoundArguments) -> Spec:
    """Vectors lose their axis; `dot` of arrays with more than two axes is another operation."""
    left, right = operands(bound, 2) if len(bound.given) > 1 else (NOTHING_KNOWN, NOTHING_KNOWN)
    a, b = left.shape, right.shape
    if a is None or b is None:
        return NOTHING_KNOWN
    if bound.name.endswith(".dot") and (not a or not b):
        return Spec(None, a or b)
    if not a or not b or (bound.name.endswith(".dot") and len(b) > 2):
        return NOTHING_KNOWN
    rows = a[-2:-1]
    columns = b[-1:] if len(b) > 1 else ()
    batch = broadcast(a[:-2], b[:-2])
    return Spec(None, None if batch is None else (*batch, *rows, *columns))


def outer(bound: BoundArguments) -> Spec:
    a, b = operands(bound, 2) if len(bound.given) > 1 else (NOTHING_KNOWN, NOTHING_KNOWN)
    return Spec(None, None if a.shape is None or b.shape is None else (product(a.shape), product(b.shape)))


def inner(bound: BoundArguments) -> Spec:
    a, b = operands(bound, 2) if len(bound.given) > 1 else (NOTHING_KNOWN, NOTHING_KNOWN)
    if a.shape is None or b.shape is None:
        return NOTHING_KNOWN
    return Spec(None, (*a.shape[:-1], *b.shape[:-1]) if a.shape and b.shape else a.shape or b.shape)


def diff(bound: BoundArguments) -> Spec:
    shape, n = first(bound).shape, bound.integer("n", 1)
    if not shape or n is None or bound.given.keys() & {"prepend", "append"}:
        return NOTHING_KNOWN
    at = normalised(bound.integer("axis", -1), len(shape))
    if at is None:
        return Spec(None, (None,) * len(shape))
    length = shape[at]
    return Spec(None, replaced(shape, at, None if length is None else max(0, length - n)))


def number(bound: BoundArguments) -> Spec:
    return Spec(None, ())


def norm(bound: BoundArguments) -> Spec:
    return Spec(None, reduced_shape(bound.spec("x").shape, axes_of(bound), bound.flag("keepdims")))


def solve(bound: BoundArguments) -> Spec:
    b = bound.spec("b").shape
    return Spec(None, b if b is not None and len(b) == 1 else linear.solve(bound).shape)


def unique(bound: BoundArguments) -> Result:
    if bound.given.keys() & {"return_index", "return_inverse", "return_counts"}:
        return Repeated(Spec(None, None))
    return Spec(None, (None,) if bound.is_absent("axis") else None)


def indices(bound: BoundArguments) -> Spec:
    shape = first(bound).shape
    return Spec("int64", (None, None if shape is None else len(shape)))


def sized(bound: BoundArguments) -> Spec:
    """`size=` is the shape; without it, that of the parameters."""
    if not bound.is_absent("size"):
        return Spec(None, target_shape(bound, "size"))
    shapes = [bound.spec(n).shape for n in bound.given if n not in ("size", "dtype")]
    return Spec(None, broadcast(*shapes) if bound.complete else None)


def random_integers(bound: BoundArguments) -> Spec:
    return sized(bound)._replace(dtype=_given(bound, "int64"))


def random_array(bound: BoundArguments) -> Spec:
    """`np.random.rand(2, 3)`."""
    return Spec(None, tuple(integer(v) for v in bound.first))


def permutation(bound: BoundArguments) -> Spec:
    source = first(bound)
    count = bound.integer(next(iter(bound.given), ""))
    return Spec("int64", (count,)) if source.shape == () else Spec(source.dtype, source.shape)


RULES: dict[str, Rule] = {
    "np_split": split, "np_svd": svd, "pair": lambda bound: Several((Spec(), Spec())),
    "listed": lambda bound: Repeated(Spec()),
    "np_where": where, "np_average": average, "np_arg": arg_extreme, "np_cumulative": cumulative, "np_flat": flat,
    "np_concat": joined, "np_pile": pile, "np_row": row, "np_swap": swap, "np_move": move, "np_tile": tiled,
    "np_pad": padded, "np_take": take, "np_diag": diag, "np_diagonal": diagonal, "np_trace": trace, "np_full": full,
    "np_eye": eye, "np_arange": arange, "np_linspace": linspace, "np_array": array, "np_atleast": atleast,
    "np_matmul": matmul, "np_outer": outer, "np_inner": inner, "np_diff": diff, "np_size": number, "np_norm": norm,
    "np_solve": solve, "np_unique": unique, "np_flat_indices": lambda bound: Spec("int64", (None,)),
    "np_indices": indices, "np_random": random_array, "np_sized": sized, "np_randint": random_integers,
    "np_permutation": permutation,
}  # fmt: skip

_DTYPES: dict[str, Callable[[str | None], str | None]] = {
    "first": lambda d: d, "promote": lambda d: d, "float": promotion.inexact, "total": promotion.total,
    "mean": promotion.double, "divide": promotion.double, "real": promotion.real, "absolute": promotion.real,
    "inexact": promotion.double, "spread": lambda d: promotion.real(promotion.double(d)),
    "counted": lambda d: "int8" if d == "bool" else d, "rounded": lambda d: "float16" if d == "bool" else d,
    "real_numbers": promotion.inexact, "product": lambda d: d, "solved": promotion.double,
}  # fmt: skip


def result_dtype(bound: BoundArguments, how: str) -> str | None:
    """The dtype of a function's result by the name of its dtype rule."""
    if how not in _DTYPES:
        return how
    if not bound.is_absent("dtype"):
        return bound.dtype("dtype")
    if how in ("product", "solved"):
        return _DTYPES[how](promotion.together([s._replace(strength=ARRAY) for s in _operands(bound)]))
    found = _operands(bound)
    # Each operand becomes a real number by itself, unless a Python float decides.
    if how == "real_numbers" and not any(s.weak and s.dtype == "float64" for s in found):
        found = [
            s if s.weak or s.dtype == "bool" else s._replace(dtype=promotion.inexact(s.dtype)) for s in found
        ]
    if how in ("promote", "divide", "real_numbers") or (how == "counted" and len(found) > 1):
        return _DTYPES[how](promotion.together(found))
    if not bound.given and bound.first:
        return _DTYPES[how](spec_of(bound.lists, bound.first[0], numpy=True).dtype)
    return _DTYPES[how](first(bound).dtype)


def _operands(bound: BoundArguments) -> list[Spec]:
    """The arguments that decide the dtype: both operands, or the parts of a list."""
    if bound.given.keys() & {"arrays", "tup"}:
        return parts_of(bound, bound.given.get("arrays", bound.given.get("tup")))[0]
    if bound.name.endswith(".einsum"):
        return [spec_of(bound.lists, v, numpy=True) for v in bound.first[1:]]
    names = {"where": ("x", "y"), "clip": ("a", "a_min", "a_max", "min", "max")}.get(
        bound.name.rpartition(".")[2]
    )
    if names is not None:
        return [bound.spec(n) for n in names if not bound.is_absent(n)]
    return operands(bound, 2)
