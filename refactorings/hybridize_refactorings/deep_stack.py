"""Runs work on a stack that deeply nested programs fit on."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

_STACK_BYTES = 256 * 1024 * 1024
_FRAMES = 200_000
_LOCK = threading.Lock()

T = TypeVar("T")


def on_deep_stack(work: Callable[[], T]) -> T:
    """Result (or exception) of `work()`, run in a thread of its own.

    libcst's parser recurses in native code without a check: on the usual 8 MB a sum of 10,000 terms ends the
    process.  The memory is only reserved, not used.
    """
    future: Future[T] = Future()
    with _LOCK:  # both settings are the process's: they must not be restored under another run
        limit, size = sys.getrecursionlimit(), threading.stack_size(_STACK_BYTES)
        sys.setrecursionlimit(max(limit, _FRAMES))
        try:
            thread = threading.Thread(target=_settle, args=(future, work), daemon=True)
            thread.start()
            threading.stack_size(size)
            return future.result()
        finally:
            threading.stack_size(size)
            sys.setrecursionlimit(limit)


def _settle(future: Future[T], work: Callable[[], T]) -> None:
    try:
        future.set_result(work())
    except BaseException as error:  # re-raised by `Future.result` in the caller's thread
        future.set_exception(error)
