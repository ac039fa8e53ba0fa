"""Linear algebra: products, decompositions, diagonals, einsum."""

from __future__ import annotations

from hybridize_analyzer.domain.values import Shape, Value
from hybridize_analyzer.shapes.elementwise import COMPLEX, REAL, operands
from hybridize_analyzer.shapes.spec import (
    NOTHING_KNOWN,
    BoundArguments,
    Result,
    Rule,
    Several,
    Spec,
    broadcast,
    matched,
    normalised,
    only,
    spec_of,
)


def matmul(bound: BoundArguments) -> Spec:
    """The last two axes multiply, the others are broadcast."""
    a, b = operands(bound, 2) if len(bound.given) > 1 else (NOTHING_KNOWN, NOTHING_KNOWN)
    dtype = matched(a, b) if bound.is_absent("output_type") else bound.dtype("output_type")
    if a.shape is None or b.shape is None or len(a.shape) < 2 or len(b.shape) < 2:
        return Spec(dtype)
    left, right = _flipped(bound, a.shape, "a"), _flipped(bound, b.shape, "b")
    if left is None or right is None:
        return Spec(dtype, None)
    batch = broadcast(a.shape[:-2], b.shape[:-2])
    return Spec(dtype, None if batch is None else (*batch, left[0], right[1]))


def _flipped(bound: BoundArguments, shape: Shape, side: str) -> Shape | None:
    """The last two axes as they take part; None where it is not known whether they are swapped."""
    flags = [bound.flag(f"{how}_{side}") for how in ("transpose", "adjoint")]
    if None in flags:
        return None
    return shape[:-3:-1] if any(flags) else shape[-2:]


def matvec(bound: BoundArguments) -> Spec:
    a, b = bound.spec("a"), bound.spec("b")
    if a.shape is None or b.shape is None or len(a.shape) < 2 or not b.shape:
        return Spec(matched(a, b))
    sides = _flipped(bound, a.shape, "a")
    batch = broadcast(a.shape[:-2], b.shape[:-1])
    return Spec(matched(a, b), None if sides is None or batch is None else (*batch, sides[0]))


def tensordot(bound: BoundArguments) -> Spec:
    a, b = operands(bound, 2) if len(bound.given) > 1 else (NOTHING_KNOWN, NOTHING_KNOWN)
    dtype, count = matched(a, b), bound.integer("axes", 2 if bound.numpy else None)
    if a.shape is None or b.shape is None:
        return Spec(dtype)
    if count is not None:
        return Spec(dtype, (*a.shape[: len(a.shape) - count], *b.shape[count:]))
    pair = bound.lists.items_of(bound.given.get("axes", frozenset()))
    if pair is None or len(pair) != 2:
        return Spec(dtype)
    sides: list[int | None] = []
    for value, shape in zip(pair, (a.shape, b.shape), strict=True):
        axes = BoundArguments(bound.lists, bound.name, {"axes": value}).integers("axes")
        known = None if axes is None else {normalised(x, len(shape)) for x in axes}
        if known is None or None in known:
            return Spec(dtype)
        sides += [n for i, n in enumerate(shape) if i not in known]
    return Spec(dtype, tuple(sides))


def einsum(bound: BoundArguments) -> Spec:
    """Letters name axes; an ellipsis stands for leading axes that are broadcast."""
    equation = bound.text("equation") or _text(bound)
    parts = [spec_of(bound.lists, v, numpy=bound.numpy) for v in bound.first if not is_text(v)]
    dtype = matched(*parts)
    if equation is None or not parts:
        return Spec(dtype)
    left, arrow, right = equation.replace(" ", "").replace("...", ".").partition("->")
    inputs = left.split(",")
    if len(inputs) != len(parts):
        return Spec(dtype)
    if not arrow:
        letters = [c for c in left if c.isalpha()]
        right = "".join(["."] * ("." in left) + sorted({c for c in letters if letters.count(c) == 1}))
    lengths, leading = _letters(inputs, parts)
    if "." in right and leading is None:
        return Spec(dtype)
    start, dot, end = right.partition(".")
    ellipsis = (leading or ()) if dot else ()
    return Spec(dtype, (*map(lengths.get, start), *ellipsis, *map(lengths.get, end)))


def _letters(inputs: list[str], parts: list[Spec]) -> tuple[dict[str, int | None], Shape | None]:
    """What each letter stands for, and the axes behind the ellipsis."""
    lengths: dict[str, int | None] = {}
    leading: list[Shape | None] = []
    for letters, part in zip(inputs, parts, strict=True):
        start, dot, end = letters.partition(".")
        shape = part.shape
        if dot:
            inner = None if shape is None else shape[len(start) : len(shape) - len(end)]
            leading.append(inner)
        if shape is None or len(shape) < len(start) + len(end) or (not dot and len(shape) != len(start)):
            continue
        known = [*zip(start, shape, strict=False), *zip(end, shape[len(shape) - len(end) :], strict=False)]
        for letter, length in known:
            if lengths.get(letter) in (None, 1):
                lengths[letter] = length if length is not None else lengths.get(letter)
    return lengths, broadcast(*leading)


def is_text(value: Value) -> bool:
    return isinstance(getattr(only(value), "value", None), str)


def _text(bound: BoundArguments) -> str | None:
    found = getattr(only(bound.first[0]), "value", None) if bound.first else None
    return found if isinstance(found, str) else None


def square(bound: BoundArguments) -> Spec:
    """A matrix in, a matrix of the same shape out."""
    found = operands(bound, 1)
    return Spec(found[0].dtype, found[0].shape) if found else NOTHING_KNOWN


def transposed(bound: BoundArguments) -> Spec:
    found = square(bound)
    shape = found.shape
    return Spec(found.dtype, (*shape[:-2], shape[-1], shape[-2]) if shape and len(shape) > 1 else None)


def fold_matrix(bound: BoundArguments) -> Spec:
    """`det`, `trace`: one number per matrix."""
    found = square(bound)
    return Spec(found.dtype, found.shape[:-2] if found.shape and len(found.shape) > 1 else None)


def solve(bound: BoundArguments) -> Spec:
    left, right = bound.spec("matrix", "chol", "a"), bound.spec("rhs", "b")
    return Spec(matched(left, right), _solved(left.shape, right.shape))


def _solved(a: Shape | None, b: Shape | None) -> Shape | None:
    if a is None or b is None or len(a) < 2 or len(b) < 2:
        return None
    batch = broadcast(a[:-2], b[:-2])
    return None if batch is None else (*batch, a[-1] if a[-1] is not None else b[-2], b[-1])


def diag_part(bound: BoundArguments) -> Spec:
    found = square(bound)
    if not found.shape or len(found.shape) < 2 or bound.given.keys() & {"k"}:
        return Spec(found.dtype)
    rows, columns = found.shape[-2:]
    return Spec(
        found.dtype, (*found.shape[:-2], None if rows is None or columns is None else min(rows, columns))
    )


def diag(bound: BoundArguments) -> Spec:
    found = square(bound)
    if not found.shape or bound.given.keys() & {"k", "num_rows", "num_cols"}:
        return Spec(found.dtype)
    return Spec(found.dtype, (*found.shape, found.shape[-1]))


def tensor_diag(bound: BoundArguments) -> Spec:
    found = square(bound)
    return Spec(found.dtype, None if found.shape is None else found.shape * 2)


def tensor_diag_part(bound: BoundArguments) -> Spec:
    found = square(bound)
    return Spec(found.dtype, None if found.shape is None else found.shape[: len(found.shape) // 2])


def eigh(bound: BoundArguments) -> Result:
    found = square(bound)
    values = Spec(
        REAL.get(found.dtype or "", found.dtype) if found.dtype in REAL else found.dtype,
        None if not found.shape else found.shape[:-1],
    )
    return Several((values, found))


def eigvalsh(bound: BoundArguments) -> Spec:
    found = square(bound)
    return Spec(found.dtype, None if not found.shape else found.shape[:-1])


def eig(bound: BoundArguments) -> Result:
    found = square(bound)
    dtype = COMPLEX.get(found.dtype or "", found.dtype if found.dtype in REAL else None)
    return Several((Spec(dtype, None if not found.shape else found.shape[:-1]), Spec(dtype, found.shape)))


def eigvals(bound: BoundArguments) -> Spec:
    found = square(bound)
    dtype = COMPLEX.get(found.dtype or "", found.dtype if found.dtype in REAL else None)
    return Spec(dtype, None if not found.shape else found.shape[:-1])


def _sides(bound: BoundArguments) -> tuple[str | None, Shape, int | None, int | None, int | None] | None:
    found = square(bound)
    if not found.shape or len(found.shape) < 2:
        return None
    m, n = found.shape[-2:]
    return found.dtype, found.shape[:-2], m, n, None if m is None or n is None else min(m, n)


def svd(bound: BoundArguments) -> Result:
    dtype = square(bound).dtype
    real, sides = REAL.get(dtype or "", dtype), _sides(bound)
    full, vectors = bound.flag("full_matrices"), bound.flag("compute_uv", default=True)
    if vectors is False:
        return Spec(real, None if sides is None else (*sides[1], sides[4]))
    if sides is None or full is None or vectors is None:
        return Several((Spec(real), Spec(dtype), Spec(dtype))) if vectors else NOTHING_KNOWN
    _, batch, m, n, k = sides
    return Several(
        (
            Spec(real, (*batch, k)),
            Spec(dtype, (*batch, m, m if full else k)),
            Spec(dtype, (*batch, n, n if full else k)),
        )
    )


def qr(bound: BoundArguments) -> Result:
    dtype, sides, full = square(bound).dtype, _sides(bound), bound.flag("full_matrices")
    if sides is None or full is None:
        return Several((Spec(dtype), Spec(dtype)))
    _, batch, m, n, k = sides
    inner = m if full else k
    return Several((Spec(dtype, (*batch, m, inner)), Spec(dtype, (*batch, inner, n))))


def lu(bound: BoundArguments) -> Result:
    found = square(bound)
    return Several((found, Spec("int32", None if not found.shape else found.shape[:-1])))


def slogdet(bound: BoundArguments) -> Result:
    found = fold_matrix(bound)
    return Several((found, found))


def lstsq(bound: BoundArguments) -> Spec:
    left, right = bound.spec("matrix"), bound.spec("rhs")
    if not left.shape or not right.shape or len(left.shape) != len(right.shape):
        return Spec(matched(left, right))
    batch = broadcast(left.shape[:-2], right.shape[:-2])
    return Spec(matched(left, right), None if batch is None else (*batch, left.shape[-1], right.shape[-1]))


def bias_add(bound: BoundArguments) -> Spec:
    value, bias = bound.spec("value"), bound.spec("bias")
    return Spec(matched(value, bias), value.shape)


RULES: dict[str, Rule] = {
    "matmul": matmul, "matvec": matvec, "tensordot": tensordot, "einsum": einsum, "square": square,
    "matrix_transpose": transposed, "fold_matrix": fold_matrix, "solve": solve, "diag_part": diag_part,
    "diag": diag, "tensor_diag": tensor_diag, "tensor_diag_part": tensor_diag_part, "eigh": eigh, "eigvalsh":
    eigvalsh, "eig": eig, "eigvals": eigvals, "svd": svd, "qr": qr, "lu": lu, "slogdet": slogdet, "lstsq":
    lstsq, "bias_add": bias_add,
}  # fmt: skip
