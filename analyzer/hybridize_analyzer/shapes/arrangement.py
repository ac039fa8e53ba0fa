"""Rearranging: reshape, transpose, concat, stack, split, tile, pad, slice."""

from __future__ import annotations

from hybridize_analyzer.domain.values import Const, Shape, Tensor, Value
from hybridize_analyzer.shapes.elementwise import operands
from hybridize_analyzer.shapes.spec import (
    NOTHING_KNOWN,
    BoundArguments,
    Repeated,
    Result,
    Rule,
    Several,
    Spec,
    added,
    integer,
    integers,
    matched,
    normalised,
    only,
    product,
    replaced,
    spec_of,
)


def target_shape(bound: BoundArguments, name: str = "shape") -> Shape | None:
    """The shape that an argument asks for; its rank where it is a vector of known length."""
    value = bound.given.get(name)
    if value is None:
        return None
    found = integers(bound.lists, value)
    if found is None and only(value) is not None:
        spec = spec_of(bound.lists, value)
        if spec.shape is not None and len(spec.shape) == 1 and spec.shape[0] is not None:
            return (None,) * spec.shape[0]
    return found


def reshape(bound: BoundArguments) -> Spec:
    """`-1` is what remains; with one unknown axis left over, only that one is unknown."""
    source = operands(bound, 1)[0] if bound.given else NOTHING_KNOWN
    wanted = target_shape(bound, "shape" if "shape" in bound.given else "newshape")
    if wanted is None:
        return Spec(source.dtype)
    if -1 in wanted:
        total = None if source.shape is None else product(source.shape)
        rest = product(tuple(n for n in wanted if n != -1))
        size = total // rest if total is not None and rest else None
        wanted = tuple(size if n == -1 else n for n in wanted)
    return Spec(source.dtype, wanted)


def transpose(bound: BoundArguments) -> Spec:
    source = operands(bound, 1)[0] if bound.given else NOTHING_KNOWN
    name = next((n for n in ("perm", "axes") if n in bound.given), "perm")
    if source.shape is None:
        return Spec(source.dtype)
    if bound.is_absent(name):
        return Spec(source.dtype, source.shape[::-1])
    order = bound.integers(name)
    rank = len(source.shape)
    if order is None or len(order) != rank:
        return Spec(source.dtype, (None,) * rank)
    known = [normalised(a, rank) for a in order]
    return Spec(source.dtype, tuple(None if a is None else source.shape[a] for a in known))


def expand_dims(bound: BoundArguments) -> Spec:
    source = operands(bound, 1)[0] if bound.given else NOTHING_KNOWN
    axes = bound.integers("axis")
    if source.shape is None or axes is None:
        return Spec(source.dtype)
    rank = len(source.shape) + len(axes)
    known = [normalised(a, rank) for a in axes]
    if any(a is None for a in known):
        return Spec(source.dtype, (None,) * rank)
    rest = iter(source.shape)
    return Spec(source.dtype, tuple(1 if i in known else next(rest) for i in range(rank)))


def squeeze(bound: BoundArguments) -> Spec:
    """Without axes every length of 1 goes, which needs all lengths to be known."""
    source = operands(bound, 1)[0] if bound.given else NOTHING_KNOWN
    shape = source.shape
    if shape is None:
        return Spec(source.dtype)
    if bound.is_absent("axis") and bound.is_absent("squeeze_dims"):
        return Spec(source.dtype, None if None in shape else tuple(n for n in shape if n != 1))
    axes = bound.integers("axis" if "axis" in bound.given else "squeeze_dims")
    if axes is None:
        return Spec(source.dtype)
    if not axes:
        return squeeze(
            BoundArguments(bound.lists, bound.name, {k: v for k, v in bound.given.items() if k != "axis"})
        )
    known = [normalised(a, len(shape)) for a in axes]
    if any(a is None for a in known):
        return Spec(source.dtype)
    return Spec(source.dtype, tuple(n for i, n in enumerate(shape) if i not in known))


def parts_of(bound: BoundArguments, value: Value | None) -> tuple[list[Spec], bool]:
    """The specs of a list of tensors, and whether they are all of the list."""
    if value is None:
        return [], False
    items = bound.lists.items_of(value)
    if items is not None:
        return [spec_of(bound.lists, v, numpy=bound.numpy) for v in items], True
    whole = spec_of(bound.lists, value, numpy=bound.numpy)
    inner = Spec(whole.dtype, whole.shape[1:] if whole.shape else None, whole.strength)
    if whole.shape and whole.shape[0] is not None and isinstance(only(value), Tensor):
        return [inner] * whole.shape[0], True
    return [inner], False


def list_value(bound: BoundArguments) -> Value | None:
    for name in ("values", "arrays", "seq", "xs", "tup", "inputs", "data"):
        if name in bound.given:
            return bound.given[name]
    return next(iter(bound.given.values()), None)


def concat(bound: BoundArguments) -> Spec:
    """Lengths add along the axis; elsewhere any part that knows a length knows it for all."""
    parts, whole = parts_of(bound, list_value(bound))
    dtype = matched(*parts)
    axis = bound.integer("axis", 0 if bound.numpy or ".ops." in bound.name else None)
    shapes = [p.shape for p in parts if p.shape is not None]
    if not parts or not shapes:
        return Spec(dtype)
    rank = len(shapes[0])
    at = normalised(axis, rank)
    if at is None or any(len(s) != rank for s in shapes):
        return Spec(
            dtype,
            (None,) * rank if "axis" in bound.given and axis is None and len(shapes) == len(parts) else None,
        )
    joined = [next((s[i] for s in shapes if s[i] is not None), None) for i in range(rank)]
    total = added(*(s[at] for s in shapes)) if whole and len(shapes) == len(parts) else None
    return Spec(dtype, replaced(tuple(joined), at, total))


def stack(bound: BoundArguments) -> Spec:
    parts, whole = parts_of(bound, list_value(bound))
    dtype = matched(*parts)
    axis = bound.integer("axis", 0)
    shapes = [p.shape for p in parts if p.shape is not None]
    if not shapes:
        return Spec(dtype)
    rank = len(shapes[0]) + 1
    if any(len(s) + 1 != rank for s in shapes):
        return Spec(dtype)
    at = normalised(axis, rank)
    if at is None:
        return Spec(dtype, (None,) * rank)
    joined = tuple(next((s[i] for s in shapes if s[i] is not None), None) for i in range(rank - 1))
    return Spec(dtype, (*joined[:at], len(parts) if whole else None, *joined[at:]))


def unstack(bound: BoundArguments) -> Result:
    source, axis = operands(bound, 1)[0] if bound.given else NOTHING_KNOWN, bound.integer("axis", 0)
    at = None if source.shape is None else normalised(axis, len(source.shape))
    if source.shape is None or at is None:
        rank = None if source.shape is None else len(source.shape) - 1
        return Repeated(Spec(source.dtype, None if rank is None else (None,) * rank))
    part = Spec(source.dtype, replaced(source.shape, at))
    count = source.shape[at] if source.shape[at] is not None else bound.integer("num")
    return Repeated(part) if count is None or count > 64 else Several((part,) * count, listed=True)


def split(bound: BoundArguments) -> Result:
    """A number of equal parts, or the lengths of the parts."""
    value = next((bound.given[n] for n in ("value", "ary", "x") if n in bound.given), frozenset())
    source = spec_of(bound.lists, value, numpy=bound.numpy)
    name = next((n for n in ("num_or_size_splits", "indices_or_sections") if n in bound.given), "")
    count, sizes = bound.integer(name), bound.integers(name)
    axis = bound.integer("axis", 0)
    at = None if source.shape is None else normalised(axis, len(source.shape))
    is_list = (
        sizes is not None
        and count is None
        and not isinstance(only(bound.given.get(name, frozenset())), Const)
    )
    if count is None and not is_list:
        return Repeated(Spec(source.dtype, _open_axis(source.shape, at)))
    if source.shape is None or at is None:
        return Several(
            (Spec(source.dtype, _open_axis(source.shape, at)),) * limited(count or len(sizes or ())),
            listed=True,
        )
    total = source.shape[at]
    if count is not None:
        lengths: tuple[int | None, ...] = (None if total is None or not count else total // count,) * limited(
            count
        )
    else:
        lengths = _with_rest(sizes or (), total)
    return Several(tuple(Spec(source.dtype, replaced(source.shape, at, n)) for n in lengths), listed=True)


def limited(count: int) -> int:
    return max(0, min(count, 64))


def _open_axis(shape: Shape | None, at: int | None) -> Shape | None:
    if shape is None:
        return None
    return (None,) * len(shape) if at is None else replaced(shape, at, None)


def _with_rest(sizes: tuple[int | None, ...], total: int | None) -> tuple[int | None, ...]:
    rest = added(*(n for n in sizes if n != -1))
    return tuple((None if total is None or rest is None else total - rest) if n == -1 else n for n in sizes)


def tile(bound: BoundArguments) -> Spec:
    source = operands(bound, 1)[0] if bound.given else NOTHING_KNOWN
    times = target_shape(
        bound,
        "multiples" if "multiples" in bound.given else "repeats" if "repeats" in bound.given else "reps",
    )
    if source.shape is None or times is None:
        counted = source.shape is not None and "multiples" in bound.given  # one for every axis
        return Spec(source.dtype, (None,) * len(source.shape or ()) if counted else None)
    if len(times) != len(source.shape):
        return Spec(source.dtype)
    return Spec(
        source.dtype,
        tuple(product((n, t)) if n != 0 else 0 for n, t in zip(source.shape, times, strict=True)),
    )


def repeat(bound: BoundArguments) -> Spec:
    source = operands(bound, 1)[0] if bound.given else NOTHING_KNOWN
    times = bound.integer("repeats")
    if bound.is_absent("axis"):
        total = None if source.shape is None else product(source.shape)
        return Spec(source.dtype, (None if total is None or times is None else total * times,))
    if source.shape is None:
        return Spec(source.dtype)
    at = normalised(bound.integer("axis"), len(source.shape))
    if at is None:
        return Spec(source.dtype, (None,) * len(source.shape))
    return Spec(
        source.dtype,
        replaced(source.shape, at, product((source.shape[at], times)) if times is not None else None),
    )


def pad(bound: BoundArguments) -> Spec:
    source = operands(bound, 1)[0] if bound.given else NOTHING_KNOWN
    if source.shape is None:
        return Spec(source.dtype)
    value = bound.given.get("paddings", bound.given.get("pad_width", frozenset()))
    rows = bound.lists.items_of(value)
    if rows is None or len(rows) != len(source.shape):
        return Spec(source.dtype, (None,) * len(source.shape))
    pairs = [integers(bound.lists, row) for row in rows]
    return Spec(
        source.dtype,
        tuple(
            added(n, *p) if p is not None and len(p) == 2 else None
            for n, p in zip(source.shape, pairs, strict=True)
        ),
    )


def broadcast_to(bound: BoundArguments) -> Spec:
    source = operands(bound, 1)[0] if bound.given else NOTHING_KNOWN
    return Spec(source.dtype, target_shape(bound))


def ensure_shape(bound: BoundArguments) -> Spec:
    source, wanted = bound.spec("x", "tensor"), bound.given.get("shape", frozenset())
    items = bound.lists.items_of(wanted)
    if items is None or (source.shape is not None and len(source.shape) != len(items)):
        return Spec(source.dtype, source.shape)
    known = source.shape or (None,) * len(items)
    asked = [integer(i) for i in items]
    return Spec(source.dtype, tuple(n if n is not None else a for n, a in zip(known, asked, strict=True)))


def shape_of(bound: BoundArguments) -> Spec:
    """`tf.shape`: one number per axis."""
    source = operands(bound, 1)
    rank = None if not source or source[0].shape is None else len(source[0].shape)
    named = next((n for n in ("out_type",) if n in bound.given), None)
    return Spec("int32" if named is None else bound.dtype(named), (rank,))


def size_of(bound: BoundArguments) -> Spec:
    return Spec("int32" if "out_type" not in bound.given else bound.dtype("out_type"), ())


def meshgrid(bound: BoundArguments) -> Result:
    """As many results as arguments; `xy` swaps the first two axes."""
    parts = [spec_of(bound.lists, v, numpy=bound.numpy) for v in bound.first]
    lengths = [p.shape[0] if p.shape else None if p.shape is None else 1 for p in parts]
    indexing = bound.text("indexing", "xy")
    if indexing == "xy" and len(lengths) > 1:
        lengths[0], lengths[1] = lengths[1], lengths[0]
    shape = tuple(lengths) if indexing is not None else (None,) * len(lengths)
    return Several(tuple(Spec(p.dtype, shape) for p in parts), listed=True)


def broadcast_shape(bound: BoundArguments) -> Spec:
    a, b = bound.spec("shape_x"), bound.spec("shape_y")
    rank = (
        None
        if not a.shape or not b.shape or None in (a.shape[0], b.shape[0])
        else max(int(a.shape[0] or 0), int(b.shape[0] or 0))
    )
    return Spec(matched(a, b), (rank,))


def space_to_depth(bound: BoundArguments) -> Spec:
    source, size = bound.spec("input"), bound.integer("block_size")
    if (
        source.shape is None
        or len(source.shape) != 4
        or size is None
        or bound.text("data_format", "NHWC") != "NHWC"
    ):
        return Spec(source.dtype)
    n, h, w, c = source.shape
    if bound.name.endswith("depth_to_space"):
        return Spec(
            source.dtype, (n, product((h, size)), product((w, size)), None if c is None else c // size**2)
        )
    return Spec(
        source.dtype,
        (n, None if h is None else h // size, None if w is None else w // size, product((c, size, size))),
    )


def each(bound: BoundArguments) -> Result:
    """`tf.identity_n`: the list as it is."""
    parts, whole = parts_of(bound, list_value(bound))
    if whole:
        return Several(tuple(Spec(p.dtype, p.shape) for p in parts), listed=True)
    return Repeated(parts[0] if parts else NOTHING_KNOWN)


def rank_kept(bound: BoundArguments) -> Spec:
    """As many axes as the first argument, of unknown length."""
    source = operands(bound, 1)
    return (
        Spec(source[0].dtype, None if source[0].shape is None else (None,) * len(source[0].shape))
        if source
        else NOTHING_KNOWN
    )


def strided_slice(bound: BoundArguments) -> Spec:
    """As many axes as the input, where a graph knows how many of them `begin` names, and no mask adds or drops one."""
    named = bound.spec("begin").shape
    counted = named is not None and len(named) == 1 and named[0] is not None
    masks = ("new_axis_mask", "shrink_axis_mask")
    kept = counted and all(bound.integer(mask, 0) == 0 for mask in masks)
    spec = rank_kept(bound)
    return spec if kept else spec._replace(shape=None)


RULES: dict[str, Rule] = {
    "reshape": reshape, "transpose": transpose, "expand_dims": expand_dims, "squeeze": squeeze, "concat": concat,
    "stack": stack, "unstack": unstack, "split": split, "tile": tile, "repeat": repeat, "pad": pad,
    "broadcast_to": broadcast_to, "ensure_shape": ensure_shape,
    "shape": shape_of, "size": size_of, "meshgrid": meshgrid,
    "broadcast_shape": broadcast_shape, "space_to_depth": space_to_depth, "each": each,
    "rank_kept": rank_kept, "strided_slice": strided_slice,
}  # fmt: skip
