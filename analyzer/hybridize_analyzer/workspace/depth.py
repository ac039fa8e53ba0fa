"""Room for large programs: they nest more deeply, and are made of more objects, than Python is set up for."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, TypeVar

_P = ParamSpec("_P")
_R = TypeVar("_R")

# Up to Python 3.10 every Python call also takes C stack, of which there are 8 MiB on common systems.
_LIMIT = 20_000 if sys.version_info >= (3, 11) else 6_000
# Chunks of the stack of frames have a power of two of bytes: a little over half of one leaves 4 MiB to what is called.
_STACK_SLOTS = 2**22 // 8


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Raises the recursion limit inside the block."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _LIMIT))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


def with_stack_reserved(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Calls `function` with room for deep recursion.

    From Python 3.11 on, frames lie in chunks of 16 KiB, mapped when calls come to their edge and unmapped when they
    return.  Evaluations that went to and fro over an edge took a tenth of their time for that.  A frame that claims a
    large stack gets a large chunk, and all that it calls share it; pages that nothing uses cost nothing.
    """

    @wraps(function)
    def call(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        with deep_recursion():
            return function(*args, **kwargs)

    call.__code__ = call.__code__.replace(co_stacksize=_STACK_SLOTS)  # type: ignore[attr-defined]
    return call


@contextmanager
def without_collection(*, ends: bool = False) -> Iterator[None]:
    """Switches the cyclic garbage collector off inside the block.

    An analysis keeps nearly all that it makes, so that the collector, which walks all of it again and again, finds
    nothing: it took a quarter of the time.

    ends: the process ends after the block, so that the collector leaves alone what is there by then.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            if ends:
                gc.freeze()
            gc.enable()
