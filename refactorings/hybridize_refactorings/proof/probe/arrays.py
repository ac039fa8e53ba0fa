"""NumPy arrays as leaves.  NumPy is used only where the program has imported it."""

from __future__ import annotations

import hashlib
import sys
from functools import lru_cache
from typing import Any

SMALL = 16  # elements; all of them are kept
_PROJECTIONS = 4
_PERIOD = 8191  # prime, so that no axis of an array is in step with it


def leaf(value: Any, kind: str = "array") -> list[Any] | None:
    """[kind, dtype, shape, digest, numbers] for an array or NumPy scalar, else None."""
    numpy: Any = sys.modules.get("numpy")
    if (
        numpy is None
        or not hasattr(numpy, "generic")
        or not isinstance(value, (numpy.ndarray, numpy.generic))
    ):
        return None
    if isinstance(value, numpy.generic) and kind == "array":
        kind = "scalar"
    array = numpy.ascontiguousarray(value)
    shape = list(value.shape)
    if array.dtype.kind in "OSUVM" and not _is_float(array.dtype):
        data = repr(array.tolist()).encode("utf-8", "surrogatepass")
        return [kind, str(array.dtype), shape, _digest(data), None]
    return [kind, str(array.dtype), shape, _digest(array.tobytes()), _numbers(numpy, array)]


def generator_state(value: Any) -> Any:
    """The state of a random generator of NumPy, else None."""
    numpy: Any = sys.modules.get("numpy")
    random = getattr(numpy, "random", None)
    if random is None or not hasattr(random, "Generator"):
        return None
    if isinstance(value, random.RandomState):
        return value.get_state(legacy=False)
    return value.bit_generator.state if isinstance(value, random.Generator) else None


def _is_float(dtype: Any) -> bool:
    # Types of ml_dtypes, such as bfloat16, are of kind V and convert to float.
    return dtype.kind in "fc" or (dtype.kind == "V" and "float" in dtype.name)


def _numbers(numpy: Any, array: Any) -> list[Any] | None:
    """[not finite, extent, norm, projections, elements or None] of floats; None for other types."""
    if not _is_float(array.dtype):
        return None
    if array.dtype.kind == "c":
        array = array.reshape(-1).view(array.real.dtype)
    flat = array.reshape(-1).astype(numpy.float64)
    bad = ~numpy.isfinite(flat)
    lost = [int(numpy.isnan(flat).sum()), int(bad.sum())]
    elements = [repr(float(x)) for x in flat] if flat.size <= SMALL else None
    if lost[1]:
        flat = numpy.where(bad, 0.0, flat)
    extent = float(numpy.abs(flat).max()) if flat.size else 0.0
    scale = extent or 1.0
    flat = flat / scale
    norm = float(numpy.sqrt((flat * flat).sum())) * scale
    signs = _signs(flat.size)
    return [lost, extent, norm, [float((flat * row).sum()) * scale for row in signs], elements]


@lru_cache(maxsize=32)
def _signs(size: int) -> Any:
    """Rows of +1 and -1: the mean square of their products with a vector is about its squared norm."""
    numpy: Any = sys.modules["numpy"]
    generator = numpy.random.Generator(numpy.random.PCG64(20260813))
    base = generator.integers(0, 2, size=(_PROJECTIONS, _PERIOD)) * 2.0 - 1.0
    return [numpy.resize(row, size) for row in base]


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=8).hexdigest()
