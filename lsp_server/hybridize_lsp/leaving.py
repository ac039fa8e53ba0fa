"""No server without a client: when the client dies without a word, so does the server."""

from __future__ import annotations

import os
import sys
import threading
import time

from hybridize_lsp.frames import Source

_INTERVAL = 2.0  # seconds
_GRACE = 5.0  # seconds


def watch_client(process: int | None) -> None:
    """Ends this process when the client's is gone; the worker sees that its input has ended.

    From a thread, and at once: whatever the event loop and other threads are at must not keep it waiting.
    """
    if process is not None:
        threading.Thread(target=_watch, args=(process,), daemon=True).start()


def _watch(process: int) -> None:
    while is_alive(process):
        time.sleep(_INTERVAL)
    os._exit(1)


class EndingInput:
    """The client's input: when it ends, so does this process, by force if it takes too long over it."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def read1(self, count: int) -> bytes:
        return self._noted(self._source.read1(count))

    def _noted(self, read: bytes) -> bytes:
        if not read:
            last = threading.Timer(_GRACE, os._exit, (1,))
            last.daemon = True
            last.start()
        return read


def is_alive(process: int) -> bool:
    """Whether there is a process of this number."""
    if sys.platform == "win32":
        return _is_alive_on_windows(process)
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # somebody else's, but there
        return True
    return True


def _is_alive_on_windows(process: int) -> bool:
    import ctypes

    synchronize, timeout = 0x00100000, 0x00000102
    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]
    handle = kernel.OpenProcess(synchronize, False, process)
    if not handle:
        return False
    waiting = kernel.WaitForSingleObject(handle, 0) == timeout
    kernel.CloseHandle(handle)
    return bool(waiting)
