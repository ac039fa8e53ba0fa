"""Ends what a command left running, and removes what it ran in; also as a program, when whoever started it is gone.

`python strays.py FOLDER` waits until its standard input ends.  After a word there, all was tidied up, and it does nothing;
without one its starter was killed: then every process that was started for the folder is ended, and the folder removed.
Standard library only.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from contextlib import suppress

MARK = "HYBRIDIZE_PROBE"
_PATIENCE = 2.0


def strays(folder: str) -> list[int]:
    """Processes that were started with the probe of a folder, whatever session is theirs; [] where /proc is missing."""
    mark = os.fsencode(f"{MARK}={folder}{os.sep}")
    found = []
    for name in os.listdir("/proc") if os.path.isdir("/proc/self") else ():  # noqa: PTH112, PTH208 - quick to start
        if name.isdecimal() and int(name) != os.getpid():
            with suppress(OSError), open(f"/proc/{name}/environ", "rb") as stream:  # noqa: PTH123
                if any(entry.startswith(mark) for entry in stream.read().split(b"\0")):
                    found.append(int(name))
    return found


def end_strays(folder: str) -> None:
    """Asks them to end, and ends those that do not."""
    for number in (signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)):
        pending = strays(folder)
        for process in pending:
            with suppress(OSError):
                os.kill(process, number)
        until = time.monotonic() + _PATIENCE
        while pending and strays(folder) and time.monotonic() < until:
            time.sleep(0.05)


def _main() -> None:
    folder = sys.argv[1]
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):  # meant for its starter, which tidies up itself
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    if sys.stdin.buffer.read():
        return
    end_strays(folder)
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    _main()
