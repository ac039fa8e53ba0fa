"""Abstract values as people read them: `float32`, `[?, 28, 28]`."""

from __future__ import annotations

from hybridize_analyzer.domain.values import Array, Tensor, Value


def dtype_of(value: Value) -> str | None:
    """The dtype when every tensor or array in the value agrees."""
    found = {a.dtype for a in value if isinstance(a, (Tensor, Array))}
    return found.pop() if len(found) == 1 else None


def shape_of(value: Value) -> tuple[int | None, ...] | None:
    """The shape when every tensor or array in the value agrees on one; None for axes that are not known."""
    found = {a.shape for a in value if isinstance(a, (Tensor, Array))}
    return found.pop() if len(found) == 1 else None


def shape_text(value: Value) -> str | None:
    """The same as text, `?` for axes that are not known."""
    shape = shape_of(value)
    return None if shape is None else "[" + ", ".join("?" if a is None else str(a) for a in shape) + "]"
