"""Runs the user's command: in a group of its own, with a limit, its output kept in files."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hybridize_refactorings.proof.strays import end_strays

_PATIENCE = 5.0  # seconds between the request to end and the end
_KEPT = 4 << 20  # bytes of output that are read back


class CommandError(Exception):
    """The command cannot be started; the text says why."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended.

    code: its exit code, negative for a signal; None when it was ended at the limit.  seconds: wall-clock time.
    memory: largest resident size in bytes of a process of it; processor: seconds that it kept processors busy; both 0
    where the system does not tell.
    """

    code: int | None
    seconds: float
    stdout: str
    stderr: str
    memory: int = 0
    processor: float = 0.0

    @property
    def how(self) -> str:
        """`exits with 1`, or `is killed by signal 6`; not for a command that was ended."""
        code = self.code or 0
        return f"exits with {code}" if code >= 0 else f"is killed by signal {-code}"


def run_command(
    command: Sequence[str], folder: Path, environment: Mapping[str, str], limit: float, files: Path
) -> Ended:
    """Runs to the end or to the limit; whatever happens, no process of the command is left.

    files: an existing folder for what it prints; what was started with a probe in it, and has left the group, is ended, too.

    Raises:
        CommandError: there is no such command.
    """
    out, err = files / "stdout", files / "stderr"
    started = time.monotonic()
    with out.open("wb") as stdout, err.open("wb") as stderr:
        try:
            process = subprocess.Popen(
                list(command), cwd=folder, env=dict(environment), stdin=subprocess.DEVNULL,
                stdout=stdout, stderr=stderr, start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            raise CommandError(f"`{command[0]}` cannot be started: {error.strerror}") from error
        try:
            code, memory, processor = _wait(process, started + limit)
        finally:
            _end(process)
            end_strays(str(files))
    return Ended(code, time.monotonic() - started, _text(out), _text(err), memory, processor)


def _wait(process: subprocess.Popen[bytes], deadline: float) -> tuple[int | None, int, float]:
    """Exit code, largest resident size, processor seconds.  Polls, so that the usage of this very child can be had."""
    pause = 0.01
    while True:
        if hasattr(os, "wait4"):
            found, status, usage = os.wait4(process.pid, os.WNOHANG)
            if found:
                process.returncode = os.waitstatus_to_exitcode(status)
                return process.returncode, usage.ru_maxrss * 1024, usage.ru_utime + usage.ru_stime
        elif process.poll() is not None:
            return process.returncode, 0, 0.0
        if time.monotonic() > deadline:
            return None, 0, 0.0
        time.sleep(pause)
        pause = min(pause * 1.5, 0.2)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends the whole group: asks first, and does not ask twice."""
    _signal(process, signal.SIGTERM)
    try:
        if process.returncode is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(_PATIENCE)
    finally:  # a second Ctrl-C included
        _signal(process, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
        if process.returncode is None:
            process.wait()


def _signal(process: subprocess.Popen[bytes], number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, number)  # the group has the number of its first process
        elif process.returncode is None:
            process.send_signal(number)


def _text(file: Path) -> str:
    with file.open("rb") as stream:
        return stream.read(_KEPT).decode("utf-8", "replace")
