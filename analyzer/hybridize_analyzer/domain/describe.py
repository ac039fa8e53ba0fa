"""Abstract values as people read them: `float32`, `[?, 28, 28]`."""

from __future__ import annotations

from hybridize_analyzer.domain.values import Array, Tensor, Value


def dtype_text(value: Value) -> str | None:
    """The dtype when every tensor or array in the value agrees."""
    found = {a.dtype for a in value if isinstance(a, (Tensor, Array))}
    return found.pop() if len(found) == 1 else None


def shape_text(value: Value) -> str | None:
    """The shape when one is known, `?` for axes that are not."""
    found = {a.shape for a in value if isinstance(a, (Tensor, Array))}
    if len(found) != 1:
        return None
    shape = found.pop()
    return None if shape is None else "[" + ", ".join("?" if a is None else str(a) for a in shape) + "]"
