"""How far two values are apart, and how far they may be."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hybridize_refactorings.proof.records import Leaf, Leaves

FLOOR = 1e-3  # values below this are compared absolutely, at the tolerance times this
AMPLIFICATION = 1e3  # how much a computation may enlarge a difference between what it received

_BY_DTYPE = {
    "float64": 1e-9,
    "complex128": 1e-9,
    "float32": 1e-4,
    "complex64": 1e-4,
    "float16": 2e-2,
    "bfloat16": 5e-2,
}
_UNKNOWN_FLOAT = 0.1  # eight bits and less
_PYTHON = 1e-5  # of Python and NumPy numbers of 64 bits: they may come from tensors of 32

_AROUND = re.compile(r"(?:global|closure) \w+")
_ARRAYS = frozenset({"tensor", "variable", "array", "scalar"})


@dataclass(frozen=True, slots=True)
class Gap:
    """The difference of two leaves or of two values.

    relative: largest relative difference of floats.  exact: what else differs, in one clause, or None.
    share: the largest quotient of a relative difference and the tolerance of its dtype.  values: leaves looked at.
    """

    relative: float = 0.0
    share: float = 0.0
    exact: str | None = None
    values: int = 0


def tolerance_of(leaf: Leaf) -> float:
    """Relative tolerance for a leaf; 0 for what must be equal."""
    if leaf[0] == "float" or (leaf[0] in ("array", "scalar") and leaf[1] == "float64"):
        return _PYTHON
    if leaf[0] in _ARRAYS:
        return 0.0 if leaf[4] is None else _BY_DTYPE.get(leaf[1], _UNKNOWN_FLOAT)
    return 0.0


def gap(a: Leaves, b: Leaves) -> Gap:
    """The difference of two values; structure first, since paths say what they are.

    A variable from around the function that only one version reads is left out.
    """
    around = {root for path in a if (root := _root(path))} & {root for path in b if (root := _root(path))}
    a, b = ({path: leaf for path, leaf in side.items() if _root(path) in (None, *around)} for side in (a, b))
    missing = next((path for path in a if path not in b), None)
    if missing is not None:
        return Gap(exact=f"`{missing or 'the value'}` is gone")
    added = next((path for path in b if path not in a), None)
    if added is not None:
        return Gap(exact=f"`{added or 'the value'}` is new")
    found = Gap()
    for path, leaf in a.items():
        found = _joined(found, path, leaf, b[path])
        if found.exact is not None:
            break
    return found


def _root(path: str) -> str | None:
    """`global NAME` or `closure NAME` where a path begins so."""
    match = _AROUND.match(path)
    return match.group() if match else None


def _joined(found: Gap, path: str, a: Leaf, b: Leaf) -> Gap:
    if a == b:
        return Gap(found.relative, found.share, None, found.values + 1)
    exact, relative = _leaf_gap(a, b)
    if exact is not None:
        return Gap(found.relative, found.share, f"{path or 'the value'}: {exact}", found.values + 1)
    share = relative / tolerance_of(a)
    return Gap(max(found.relative, relative), max(found.share, share), None, found.values + 1)


def _leaf_gap(a: Leaf, b: Leaf) -> tuple[str | None, float]:
    if a[0] != b[0]:
        return f"{_said(a)} became {_said(b)}", 0.0
    if a[0] == "float":
        return _number_gap(float(a[1]), float(b[1]))
    if a[0] in _ARRAYS and a[1:3] == b[1:3] and a[4] is not None and b[4] is not None:
        return _array_gap(a[4], b[4])
    if a[0] in _ARRAYS and a[1:3] == b[1:3]:
        return f"the elements of a {a[0]} of {a[1]} differ", 0.0
    return f"{_said(a)} became {_said(b)}", 0.0


def _number_gap(a: float, b: float) -> tuple[str | None, float]:
    if not (math.isfinite(a) and math.isfinite(b)):
        return (None, 0.0) if a == b or (a != a and b != b) else (f"{a} became {b}", 0.0)
    return None, abs(a - b) / (max(abs(a), abs(b)) + FLOOR)


def _array_gap(a: Sequence[Any], b: Sequence[Any]) -> tuple[str | None, float]:
    """From the numbers of two arrays of one shape: element by element if they are small, else from projections."""
    if a[0] != b[0]:
        return f"{a[0][1]} elements that are not finite became {b[0][1]}", 0.0
    if a[4] is not None and b[4] is not None:
        pairs = [(float(x), float(y)) for x, y in zip(a[4], b[4], strict=True)]
        scale = max(a[1], b[1]) + FLOOR
        wrong = next((pair for pair in pairs if not _both_or_none_finite(*pair)), None)
        if wrong is not None:
            return f"{wrong[0]} became {wrong[1]}", 0.0
        return None, max((abs(x - y) for x, y in pairs if math.isfinite(x)), default=0.0) / scale
    norm = math.sqrt(sum((x - y) ** 2 for x, y in zip(a[3], b[3], strict=True)) / len(a[3]))
    by_norm = norm / (max(a[2], b[2]) + FLOOR)
    return None, max(by_norm, abs(a[1] - b[1]) / (max(a[1], b[1]) + FLOOR))


def _both_or_none_finite(a: float, b: float) -> bool:
    return (math.isfinite(a) and math.isfinite(b)) or a == b or (a != a and b != b)


def _said(leaf: Leaf) -> str:
    if leaf[0] in _ARRAYS:
        return f"a {leaf[0]} of {leaf[1]}{list(leaf[2])}"
    if leaf[0] == "value":
        return f"{leaf[1]} {leaf[2]}"
    if leaf[0] == "structure":
        return f"a {leaf[1]}"
    return f"{leaf[0]} {' '.join(map(str, leaf[1:]))}".strip()
