"""Room for deep recursion: programs nest more deeply than Python's default limit allows."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

# Up to Python 3.10 every Python call also takes C stack, of which there are 8 MiB on common systems.
_LIMIT = 20_000 if sys.version_info >= (3, 11) else 6_000


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Raises the recursion limit inside the block."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _LIMIT))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)
