"""Room for large programs: they nest more deeply, and are made of more objects, than Python is set up for."""

from __future__ import annotations

import gc
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


@contextmanager
def without_collection() -> Iterator[None]:
    """Switches the cyclic garbage collector off inside the block.

    An analysis keeps nearly all that it makes, so that the collector, which walks all of it again and again, finds
    nothing: it took a quarter of the time.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
