"""Dtypes that NumPy 2 gives where several meet (NEP 50): arrays promote, Python numbers adapt.

`numpy.result_type` is the reference; the tests compare every pair.
"""

from __future__ import annotations

from hybridize_analyzer.shapes.elementwise import REAL
from hybridize_analyzer.shapes.spec import PYTHON, Spec

_ORDER = ("bool", "int", "uint", "float", "complex")
_PAIRED = {"float16": "complex64", "float32": "complex64", "float64": "complex128"}


def _kind(dtype: str) -> tuple[str, int]:
    kind = dtype.rstrip("0123456789")
    return kind, int(dtype[len(kind) :] or 8)


def promote(a: str | None, b: str | None) -> str | None:
    """The dtype of two arrays together; None where one is unknown or no number."""
    if a is None or b is None:
        return None
    if a == b or b == "bool":
        return a
    if a == "bool":
        return b
    (left, m), (right, n) = sorted((_kind(a), _kind(b)), key=_rank)
    if left not in _ORDER or right not in _ORDER:
        return None
    if left == right:
        return f"{left}{max(m, n)}"
    if right == "uint":  # beside a signed integer
        return f"int{m}" if m > n else f"int{2 * n}" if n < 64 else "float64"
    inner = "float64" if (left, m) == ("float", 64) or (left != "float" and m > 16) else "float32"
    if right == "float":
        return promote(f"float{max(16, min(64, 2 * m))}", f"float{n}")
    return promote(_PAIRED[inner], f"complex{n}")


def _rank(kind: tuple[str, int]) -> int:
    return _ORDER.index(kind[0]) if kind[0] in _ORDER else len(_ORDER)


def with_number(dtype: str | None, number: str | None) -> str | None:
    """An array beside a Python number of the dtype it would have alone: the number's kind counts, not its size."""
    if dtype is None or number is None:
        return None
    if number == "bool" or _rank(_kind(number)) <= _rank(_kind(dtype)):
        return dtype
    if number == "int64":
        return dtype if _kind(dtype)[0] in ("int", "uint", "float", "complex") else number
    if number == "complex128" and _kind(dtype)[0] == "float":
        return _PAIRED.get(dtype)
    return number


def together(specs: list[Spec]) -> str | None:
    """The dtype of all operands."""
    strong = [s.dtype for s in specs if not (s.strength == PYTHON and s.shape == ())]
    weak = [s.dtype for s in specs if s.strength == PYTHON and s.shape == ()]
    if not specs:
        return None
    result = strong[0] if strong else weak[0]
    for dtype in strong[1:]:
        result = promote(result, dtype)
    for dtype in weak if strong else weak[1:]:
        result = with_number(result, dtype) if strong else promote(result, dtype)
    return result


def inexact(dtype: str | None) -> str | None:
    """What a function of real numbers makes of it."""
    if dtype is None:
        return None
    kind, bits = _kind(dtype)
    if kind in ("float", "complex"):
        return dtype
    return {8: "float16", 16: "float32"}.get(bits, "float64") if kind in ("bool", "int", "uint") else None


def double(dtype: str | None) -> str | None:
    """Means, quotients and linear algebra: integers become float64."""
    return dtype if dtype is None or _kind(dtype)[0] in ("float", "complex") else "float64"


def total(dtype: str | None) -> str | None:
    """Sums: small integers are added up in 64 bits."""
    if dtype is None:
        return None
    kind, _ = _kind(dtype)
    return {"bool": "int64", "int": "int64", "uint": "uint64"}.get(kind, dtype)


def real(dtype: str | None) -> str | None:
    return REAL.get(dtype or "", dtype)
