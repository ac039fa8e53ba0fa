"""Runs one command (or one function) in a process of its own and says what that took."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

_PARSE = """
import ast, gc, sys, time, warnings
from pathlib import Path
warnings.simplefilter("ignore")
texts = [p.read_bytes() for p in sorted(Path(sys.argv[1]).rglob("*.py"))]
gc.disable()
def parse():
    started = time.process_time()
    for text in texts:
        try:
            ast.parse(text)
        except (SyntaxError, ValueError):
            pass
    return time.process_time() - started
print(sorted(parse() for _ in range(3))[1], sum(text.count(b"\\n") for text in texts), len(texts))
"""


@dataclass(frozen=True, slots=True)
class Cost:
    """cpu: user and system seconds of the process and its children.  memory: largest resident size, in MiB."""

    cpu: float
    wall: float
    memory: float
    code: int


@dataclass(frozen=True, slots=True)
class Size:
    """parse: CPU seconds of `ast.parse` over all files, the median of three."""

    parse: float
    lines: int
    files: int


def size_of(root: Path) -> Size:
    """How large a tree is, and what parsing it costs in a fresh process."""
    done = subprocess.run(
        [sys.executable, "-c", _PARSE, str(root)], capture_output=True, text=True, check=True
    )
    parse, lines, files = done.stdout.split()
    return Size(float(parse), int(lines), int(files))


def run(command: Sequence[str], folder: Path, *, limit: int | None = None) -> Cost:
    """Runs `command` in `folder`; its output is dropped.

    limit: CPU seconds, after which it is ended; what only waits is ended after four times as many.
    """
    started = time.monotonic()
    with subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        # The folder is a stranger's: its `ast.py` must not be taken for that of Python.
        env={**os.environ, "PYTHONSAFEPATH": "1"},
        start_new_session=True,
    ) as process:
        waited = threading.Timer(4.0 * limit, _end, (process.pid,)) if limit is not None else None
        if limit is not None and waited is not None:
            resource.prlimit(process.pid, resource.RLIMIT_CPU, (limit, limit))
            waited.start()
        try:
            _, status, used = os.wait4(process.pid, 0)
        except BaseException:
            _end(process.pid)
            raise
        finally:
            if waited is not None:
                waited.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
    return Cost(_cpu(used), time.monotonic() - started, used.ru_maxrss / 1024, process.returncode)


def _end(session: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(session, signal.SIGKILL)


def _cpu(used: resource.struct_rusage) -> float:
    return used.ru_utime + used.ru_stime


def typical(costs: Sequence[Cost]) -> Cost:
    """The medians of several runs; the exit code of the last."""
    return Cost(
        median(c.cpu for c in costs),
        median(c.wall for c in costs),
        max(c.memory for c in costs),
        costs[-1].code,
    )
