"""Element by element: the shape of the argument, or the common shape of several."""

from __future__ import annotations

from hybridize_analyzer.shapes.spec import (
    NOTHING_KNOWN,
    BoundArguments,
    Repeated,
    Result,
    Rule,
    Several,
    Spec,
    broadcast,
    integer,
    matched,
    spec_of,
)

REAL = {"complex64": "float32", "complex128": "float64"}
COMPLEX = {"float32": "complex64", "float64": "complex128"}
_SMALL = ("int8", "int16", "uint8", "uint16")


def operands(bound: BoundArguments, count: int) -> list[Spec]:
    """The first `count` arguments, by position or by their parameter's name."""
    values = list(bound.given.values())[:count]
    return [spec_of(bound.lists, v, numpy=bound.numpy) for v in values]


def same(bound: BoundArguments) -> Spec:
    """Dtype and shape of the first argument."""
    found = operands(bound, 1)
    return Spec(found[0].dtype, found[0].shape) if found else NOTHING_KNOWN


def real_part(bound: BoundArguments) -> Spec:
    """As the first argument; of complex numbers the real dtype."""
    found = same(bound)
    return found._replace(dtype=REAL.get(found.dtype or "", found.dtype))


def make_complex(bound: BoundArguments) -> Spec:
    a, b = bound.spec("real"), bound.spec("imag")
    return Spec(COMPLEX.get(matched(a, b) or ""), broadcast(a.shape, b.shape))


def binary(bound: BoundArguments) -> Spec:
    """Two operands of one dtype, broadcast."""
    found = operands(bound, 2)
    if len(found) < 2:
        return NOTHING_KNOWN
    return Spec(matched(*found), broadcast(*(s.shape for s in found)))


def true_divide(bound: BoundArguments) -> Spec:
    found = binary(bound)
    return found._replace(dtype=divided(found.dtype))


def divided(dtype: str | None) -> str | None:
    """The dtype of a true division: float32 for small integers, float64 for the others."""
    if dtype is None or not dtype.startswith(("int", "uint")):
        return dtype
    return "float32" if dtype in _SMALL else "float64"


def ternary(bound: BoundArguments) -> Spec:
    found = operands(bound, 3)
    if len(found) < 3:
        return NOTHING_KNOWN
    return Spec(matched(*found), broadcast(*(s.shape for s in found)))


def clip(bound: BoundArguments) -> Spec:
    """The bounds may be broadcast into the value, never beyond its shape."""
    found = operands(bound, 3)
    return Spec(matched(*found), found[0].shape) if found else NOTHING_KNOWN


def cast(bound: BoundArguments) -> Spec:
    found = operands(bound, 1)
    shape = found[0].shape if found else None
    return Spec(bound.dtype("dtype", "type", "out_type"), shape)


def like(bound: BoundArguments) -> Spec:
    """`zeros_like`: the first argument's shape, its dtype unless another is asked for."""
    found = operands(bound, 1)[:1]
    if not found:
        return NOTHING_KNOWN
    return Spec(found[0].dtype if bound.is_absent("dtype") else bound.dtype("dtype"), found[0].shape)


def select(bound: BoundArguments) -> Result:
    """`tf.where`: three arguments broadcast; one alone gives the indices of what is true."""
    condition = bound.spec("condition", "x1")
    if bound.is_absent("x") and bound.is_absent("y"):
        rank = None if condition.shape is None else len(condition.shape)
        return Spec("int64", (None, rank))
    x, y = bound.spec("x", "x1"), bound.spec("y", "x2")
    if bound.name.startswith("tensorflow.compat.v1."):
        return Spec(matched(x, y), x.shape if x.shape is not None else y.shape)
    return Spec(matched(x, y), broadcast(condition.shape, x.shape, y.shape))


def add_all(bound: BoundArguments) -> Spec:
    """`tf.add_n`: a list of tensors of one shape."""
    value = next(iter(bound.given.values()), frozenset())
    whole = spec_of(bound.lists, value)
    return Spec(whole.dtype, whole.shape[1:] if whole.shape else None)


def one_hot(bound: BoundArguments) -> Spec:
    indices, depth, axis = (
        bound.spec("indices", "x"),
        bound.integer("depth", bound.integer("num_classes")),
        bound.integer("axis", -1),
    )
    if bound.is_absent("dtype"):
        on = bound.spec("on_value") if not bound.is_absent("on_value") else Spec("float32", ())
        dtype = on.dtype
    else:
        dtype = bound.dtype("dtype")
    if indices.shape is None or axis is None:
        return Spec(dtype)
    at = axis if axis >= 0 else len(indices.shape) + 1 + axis
    return Spec(dtype, (*indices.shape[:at], depth, *indices.shape[at:]))


def bit_cast(bound: BoundArguments) -> Spec:
    found, dtype = bound.spec("input"), bound.dtype("type")
    same_size = found.dtype is not None and dtype is not None and _bits(found.dtype) == _bits(dtype)
    return Spec(dtype, found.shape if same_size else None)


def _bits(dtype: str) -> str:
    size = dtype.lstrip("abcdefghijklmnopqrstuvwxyz")
    return str(int(size)) if size.isdigit() else dtype


def frexp(bound: BoundArguments) -> Several:
    found = same(bound)
    return Several((found, Spec("int32", found.shape)))


def embedding(bound: BoundArguments) -> Spec:
    """`tf.nn.embedding_lookup`: rows of a table."""
    table, ids = bound.spec("params"), bound.spec("ids")
    if table.shape is None or ids.shape is None or not bound.is_absent("max_norm"):
        return Spec(table.dtype)
    return Spec(table.dtype, (*ids.shape, *table.shape[1:]))


def power_of(bound: BoundArguments) -> Spec:
    """`tf.math.polyval(coeffs, x)`."""
    x, factors = bound.spec("x"), bound.lists.items_of(bound.given.get("coeffs", frozenset()))
    specs = [spec_of(bound.lists, f) for f in factors or ()]
    return Spec(
        matched(x, *specs), None if factors is None else broadcast(x.shape, *(s.shape for s in specs))
    )


def scaled(bound: BoundArguments) -> Spec:
    """`tf.scalar_mul(scalar, x)`."""
    return Spec(matched(bound.spec("x"), bound.spec("scalar")), bound.spec("x").shape)


def clip_by_global_norm(bound: BoundArguments) -> Several:
    """The list, clipped, and its norm."""
    parts = bound.lists.items_of(bound.given.get("t_list", frozenset()))
    specs = [spec_of(bound.lists, v) for v in parts] if parts is not None else []
    dtype = matched(*specs)
    clipped: Result = Several(tuple(Spec(s.dtype, s.shape) for s in specs), listed=True)
    return Several((clipped if parts is not None else Repeated(NOTHING_KNOWN), Spec(dtype, ())))


def sequence_mask(bound: BoundArguments) -> Spec:
    lengths = bound.spec("lengths")
    dtype = "bool" if "dtype" not in bound.given and bound.complete else bound.dtype("dtype")
    longest = integer(bound.given["maxlen"]) if "maxlen" in bound.given else None
    return Spec(dtype, None if lengths.shape is None else (*lengths.shape, longest))


RULES: dict[str, Rule] = {
    "same": same, "real": real_part, "complex": make_complex, "binary": binary, "divide": true_divide,
    "ternary": ternary, "clip": clip, "cast": cast, "like": like, "where": select, "add_n": add_all,
    "one_hot": one_hot, "bitcast": bit_cast, "frexp": frexp, "embedding": embedding, "polyval": power_of,
    "scalar_mul": scaled, "sequence_mask": sequence_mask,
    "clip_by_global_norm": clip_by_global_norm,
}  # fmt: skip
