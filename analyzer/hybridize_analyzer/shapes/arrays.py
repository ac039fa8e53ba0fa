"""Shapes of NumPy functions where they differ from TensorFlow's, and the dtypes of all of them."""

from __future__ import annotations

import math
from collections.abc import Callable

from hybridize_analyzer.domain.values import Const, Shape
from hybridize_analyzer.shapes import linear, promotion
from hybridize_analyzer.shapes.arrangement import concat, pad, parts_of, target_shape
from hybridize_analyzer.shapes.elementwise import operands
from hybridize_analyzer.shapes.reductions import axes_of, reduced_shape
from hybridize_analyzer.shapes.spec import (
    ARRAY,
    NOTHING_KNOWN,
    Call,
    Repeated,
    Result,
    Rule,
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


def first(call: Call) -> Spec:
    return operands(call, 1)[0] if call.given else NOTHING_KNOWN


def where(call: Call) -> Result:
    """Three arguments broadcast; one alone gives a tuple of indices."""
    if "x" not in call.given:
        return Repeated(Spec("int64", (None,)))
    return Spec(None, broadcast(*(call.spec(n).shape for n in ("condition", "x", "y"))))


def average(call: Call) -> Spec:
    return Spec(None, reduced_shape(first(call).shape, axes_of(call), call.flag("keepdims")))


def arg_extreme(call: Call) -> Spec:
    """Without an axis, one index into the flattened array."""
    return Spec("int64", reduced_shape(first(call).shape, axes_of(call), call.flag("keepdims")))


def cumulative(call: Call) -> Spec:
    shape = first(call).shape
    if not call.is_absent("axis"):
        return Spec(None, shape)
    return Spec(None, None if shape is None else (product(shape),))


def flat(call: Call) -> Spec:
    shape = first(call).shape
    return Spec(None, None if shape is None else (product(shape),))


def joined(call: Call) -> Spec:
    if "axis" in call.given and call.is_absent("axis"):
        return Spec(None, (None,))
    return concat(call)


def _rows(call: Call) -> list[Spec]:
    parts, whole = parts_of(call, call.given.get("tup"))
    return parts if whole else []


def pile(call: Call) -> Spec:
    """`vstack`: vectors count as rows."""
    shapes = [(1, *s.shape) if s.shape is not None and len(s.shape) == 1 else s.shape for s in _rows(call)]
    return Spec(None, _along(shapes, 0))


def row(call: Call) -> Spec:
    """`hstack`: along the second axis, of vectors along the first."""
    shapes = [s.shape for s in _rows(call)]
    return Spec(None, _along(shapes, 0 if shapes and shapes[0] is not None and len(shapes[0]) == 1 else 1))


def _along(shapes: list[Shape | None], axis: int) -> Shape | None:
    known = [s for s in shapes if s is not None and len(s) > axis]
    if not shapes or len(known) != len(shapes) or len({len(s) for s in known}) != 1:
        return None
    rest = [next((s[i] for s in known if s[i] is not None), None) for i in range(len(known[0]))]
    return replaced(tuple(rest), axis, added(*(s[axis] for s in known)))


def swap(call: Call) -> Spec:
    shape = first(call).shape
    if shape is None:
        return NOTHING_KNOWN
    a, b = (normalised(call.integer(n), len(shape)) for n in ("axis1", "axis2"))
    if a is None or b is None:
        return Spec(None, (None,) * len(shape))
    order = list(shape)
    order[a], order[b] = order[b], order[a]
    return Spec(None, tuple(order))


def move(call: Call) -> Spec:
    shape = first(call).shape
    if shape is None:
        return NOTHING_KNOWN
    source, target = (normalised(call.integer(n), len(shape)) for n in ("source", "destination"))
    if source is None or target is None:
        return Spec(None, (None,) * len(shape))
    rest = [n for i, n in enumerate(shape) if i != source]
    return Spec(None, (*rest[:target], shape[source], *rest[target:]))


def tiled(call: Call) -> Spec:
    """Missing axes count as 1, on either side."""
    shape, times = first(call).shape, target_shape(call, "reps")
    if shape is None or times is None:
        return NOTHING_KNOWN
    rank = max(len(shape), len(times))
    shape, times = (1,) * (rank - len(shape)) + shape, (1,) * (rank - len(times)) + times
    return Spec(None, tuple(map(_times, shape, times)))


def _times(length: int | None, count: int | None) -> int | None:
    return product((length, count))


def padded(call: Call) -> Spec:
    """One number pads every side."""
    shape, width = first(call).shape, call.integer("pad_width")
    if shape is not None and width is not None:
        return Spec(None, tuple(added(n, 2 * width) for n in shape))
    pair = call.integers("pad_width")
    if shape is not None and pair is not None and len(pair) == 2 and None not in pair:
        return Spec(None, tuple(added(n, *pair) for n in shape))
    return pad(call)


def take(call: Call) -> Spec:
    shape, indices = first(call).shape, call.spec("indices").shape
    if indices is None or (shape is None and not call.is_absent("axis")):
        return NOTHING_KNOWN
    if call.is_absent("axis") or shape is None:
        return Spec(None, indices)
    at = normalised(call.integer("axis"), len(shape))
    return Spec(None, None if at is None else replaced(shape, at, *indices))


def diag(call: Call) -> Spec:
    shape = call.spec("v").shape
    if shape is None or len(shape) not in (1, 2) or "k" in call.given:
        return NOTHING_KNOWN
    return Spec(None, (shape[0], shape[0]) if len(shape) == 1 else (_least(*shape),))


def _least(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else min(a, b)


def diagonal(call: Call) -> Spec:
    shape = first(call).shape
    if shape is None or len(shape) < 2 or call.given.keys() & {"offset", "axis1", "axis2"}:
        return NOTHING_KNOWN
    return Spec(None, (*shape[2:], _least(*shape[:2])))


def trace(call: Call) -> Spec:
    shape = first(call).shape
    return Spec(
        None, None if shape is None or len(shape) < 2 or call.given.keys() & {"axis1", "axis2"} else shape[2:]
    )


def full(call: Call) -> Spec:
    value = call.spec("fill_value")
    dtype = value.dtype if call.is_absent("dtype") else call.dtype("dtype")
    return Spec(dtype, target_shape(call))


def eye(call: Call) -> Spec:
    rows = call.integer("N", call.integer("n"))
    columns = rows if call.is_absent("M") else call.integer("M")
    return Spec(_given(call, "float64"), (rows, columns))


def _given(call: Call, default: str | None) -> str | None:
    return default if call.is_absent("dtype") else call.dtype("dtype")


def arange(call: Call) -> Spec:
    names = [n for n in ("start_or_stop", "start", "stop", "step") if n in call.given]
    specs = [call.spec(n) for n in names]
    dtype = _given(call, promotion.together(specs))
    numbers = [_number(call, n) for n in names]
    if not all(isinstance(n, int) for n in numbers) or not numbers:
        return Spec(dtype, (None,))
    found = [n for n in numbers if n is not None]
    start, stop, step = (
        (0, found[0], 1) if len(found) == 1 else (found[0], found[1], found[2] if len(found) > 2 else 1)
    )
    return Spec(dtype, (max(0, math.ceil((stop - start) / step)) if step else None,))


def _number(call: Call, name: str) -> int | None:
    atom = only(call.given[name])
    return atom.value if isinstance(atom, Const) and type(atom.value) is int else None


def linspace(call: Call) -> Spec:
    start, stop, count = call.spec("start"), call.spec("stop"), call.integer("num", 50)
    inner = broadcast(start.shape, stop.shape)
    if call.given.keys() & {"axis", "retstep"} or inner is None:
        return NOTHING_KNOWN
    dtype = promotion.with_number(promotion.together([start, stop]), "float64")
    return Spec(_given(call, dtype), (count, *inner))


def array(call: Call) -> Spec:
    source = call.spec("object", "a")
    return Spec(_given(call, source.dtype), None if "ndmin" in call.given else source.shape)


def atleast(call: Call) -> Spec:
    shape = spec_of(call.state, call.first[0], numpy=True).shape if call.first else None
    least = 1 if call.name.endswith("1d") else 2
    if shape is None or len(call.first) != 1:
        return NOTHING_KNOWN
    return Spec(None, (1,) * (least - len(shape)) + shape)


def matmul(call: Call) -> Spec:
    """Vectors lose their axis; `dot` of arrays with more than two axes is another operation."""
    left, right = operands(call, 2) if len(call.given) > 1 else (NOTHING_KNOWN, NOTHING_KNOWN)
    a, b = left.shape, right.shape
    if a is None or b is None:
        return NOTHING_KNOWN
    if call.name.endswith(".dot") and (not a or not b):
        return Spec(None, a or b)
    if not a or not b or (call.name.endswith(".dot") and len(b) > 2):
        return NOTHING_KNOWN
    rows = a[-2:-1]
    columns = b[-1:] if len(b) > 1 else ()
    batch = broadcast(a[:-2], b[:-2])
    return Spec(None, None if batch is None else (*batch, *rows, *columns))


def outer(call: Call) -> Spec:
    a, b = operands(call, 2) if len(call.given) > 1 else (NOTHING_KNOWN, NOTHING_KNOWN)
    return Spec(None, None if a.shape is None or b.shape is None else (product(a.shape), product(b.shape)))


def inner(call: Call) -> Spec:
    a, b = operands(call, 2) if len(call.given) > 1 else (NOTHING_KNOWN, NOTHING_KNOWN)
    if a.shape is None or b.shape is None:
        return NOTHING_KNOWN
    return Spec(None, (*a.shape[:-1], *b.shape[:-1]) if a.shape and b.shape else a.shape or b.shape)


def diff(call: Call) -> Spec:
    shape, n = first(call).shape, call.integer("n", 1)
    if not shape or n is None or call.given.keys() & {"prepend", "append"}:
        return NOTHING_KNOWN
    at = normalised(call.integer("axis", -1), len(shape))
    if at is None:
        return Spec(None, (None,) * len(shape))
    length = shape[at]
    return Spec(None, replaced(shape, at, None if length is None else max(0, length - n)))


def number(call: Call) -> Spec:
    return Spec(None, ())


def norm(call: Call) -> Spec:
    return Spec(None, reduced_shape(call.spec("x").shape, axes_of(call), call.flag("keepdims")))


def solve(call: Call) -> Spec:
    b = call.spec("b").shape
    return Spec(None, b if b is not None and len(b) == 1 else linear.solve(call).shape)


def unique(call: Call) -> Result:
    if call.given.keys() & {"return_index", "return_inverse", "return_counts"}:
        return Repeated(Spec(None, None))
    return Spec(None, (None,) if call.is_absent("axis") else None)


def indices(call: Call) -> Spec:
    shape = first(call).shape
    return Spec("int64", (None, None if shape is None else len(shape)))


def sized(call: Call) -> Spec:
    """`size=` is the shape; without it, that of the parameters."""
    if not call.is_absent("size"):
        return Spec(None, target_shape(call, "size"))
    shapes = [call.spec(n).shape for n in call.given if n not in ("size", "dtype")]
    return Spec(None, broadcast(*shapes) if call.complete else None)


def random_integers(call: Call) -> Spec:
    return sized(call)._replace(dtype=_given(call, "int64"))


def random_array(call: Call) -> Spec:
    """`np.random.rand(2, 3)`."""
    return Spec(None, tuple(integer(v) for v in call.first))


def permutation(call: Call) -> Spec:
    source = first(call)
    count = call.integer(next(iter(call.given), ""))
    return Spec("int64", (count,)) if source.shape == () else Spec(source.dtype, source.shape)


RULES: dict[str, Rule] = {
    "np_where": where, "np_average": average, "np_arg": arg_extreme, "np_cumulative": cumulative, "np_flat": flat,
    "np_concat": joined, "np_pile": pile, "np_row": row, "np_swap": swap, "np_move": move, "np_tile": tiled,
    "np_pad": padded, "np_take": take, "np_diag": diag, "np_diagonal": diagonal, "np_trace": trace, "np_full": full,
    "np_eye": eye, "np_arange": arange, "np_linspace": linspace, "np_array": array, "np_atleast": atleast,
    "np_matmul": matmul, "np_outer": outer, "np_inner": inner, "np_diff": diff, "np_size": number, "np_norm": norm,
    "np_solve": solve, "np_unique": unique, "np_flat_indices": lambda call: Spec("int64", (None,)),
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


def result_dtype(call: Call, how: str) -> str | None:
    """The dtype of a function's result by the name of its dtype rule."""
    if how not in _DTYPES:
        return how
    if not call.is_absent("dtype"):
        return call.dtype("dtype")
    if how in ("product", "solved"):
        return _DTYPES[how](promotion.together([s._replace(strength=ARRAY) for s in _operands(call)]))
    found = _operands(call)
    # Each operand becomes a real number by itself, unless a Python float decides.
    if how == "real_numbers" and not any(s.weak and s.dtype == "float64" for s in found):
        found = [
            s if s.weak or s.dtype == "bool" else s._replace(dtype=promotion.inexact(s.dtype)) for s in found
        ]
    if how in ("promote", "divide", "real_numbers") or (how == "counted" and len(found) > 1):
        return _DTYPES[how](promotion.together(found))
    if not call.given and call.first:
        return _DTYPES[how](spec_of(call.state, call.first[0], numpy=True).dtype)
    return _DTYPES[how](first(call).dtype)


def _operands(call: Call) -> list[Spec]:
    """The arguments that decide the dtype: both operands, or the parts of a list."""
    if call.given.keys() & {"arrays", "tup"}:
        return parts_of(call, call.given.get("arrays", call.given.get("tup")))[0]
    if call.name.endswith(".einsum"):
        return [spec_of(call.state, v, numpy=True) for v in call.first[1:]]
    names = {"where": ("x", "y"), "clip": ("a", "a_min", "a_max", "min", "max")}.get(
        call.name.rpartition(".")[2]
    )
    if names is not None:
        return [call.spec(n) for n in names if not call.is_absent(n)]
    return operands(call, 2)
