"""Doc."""

from __future__ import annotations

__all__ = ["f"]


def f(x):
    return x * 2
