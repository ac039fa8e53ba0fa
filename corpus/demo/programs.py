"""Example programs run in child processes that keep TensorFlow loaded."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from threading import Timer
from types import TracebackType
from typing import Any

REPOSITORY = Path(__file__).resolve().parents[2]
MODELS = REPOSITORY / "corpus" / "models"
LIMIT_SECONDS = 240
PATIENCE_SECONDS = 10  # for a process whose input has ended


class ProgramError(Exception):
    """A program raised, or its process ended; the text says what was run and what came of it."""


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a program.

    results: what its `main` returned.  intervals: milliseconds per step, one value per stretch between two
    progress lines; the first stretch, in which tracing happens, is not among them.  seconds: everything.
    """

    results: dict[str, float | list[float]]
    intervals: tuple[float, ...]
    seconds: float


class Worker:
    """A process that answers run requests; started when first needed and again after a program killed it."""

    def __init__(self, log: Path) -> None:
        self._log = log
        self._log.unlink(missing_ok=True)
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Worker:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()

    def run(self, folder: Path, steps: int) -> Run:
        """Runs the program in `folder`; raises `ProgramError` when it fails, or after LIMIT_SECONDS."""
        reply = self._ask({"folder": str(folder), "steps": steps})
        if "error" in reply:
            raise ProgramError(f"{folder / 'main.py'} --steps {steps} raised\n{reply['error']}")
        stamps = reply["stamps"]
        if len(stamps) < 2:
            raise ProgramError(
                f"{folder / 'main.py'} --steps {steps} printed no two lines `step N …` to time it by"
            )
        intervals = (1e3 * (t1 - t0) / (n1 - n0) for (n0, t0), (n1, t1) in pairwise(stamps))
        return Run(reply["results"], tuple(intervals), reply["seconds"])

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        if self._process is None:
            self._process = _start(self._log)
        watchdog = Timer(LIMIT_SECONDS, self._process.kill)
        watchdog.start()
        try:
            line = _exchange(self._process, json.dumps(request))
        finally:
            watchdog.cancel()
        if not line:
            code = self._stop()
            messages = f"its messages are in {self._log}"
            raise ProgramError(f"{request['folder']}: the process ended with {code}; {messages}")
        reply: dict[str, Any] = json.loads(line)
        return reply

    def _stop(self) -> int | None:
        """Ends the process, if there is one, and returns its exit code."""
        process, self._process = self._process, None
        if process is None:
            return None
        assert process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            process.stdin.close()
        try:
            return process.wait(PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait()
        finally:
            assert process.stdout is not None
            process.stdout.close()


def _exchange(process: subprocess.Popen[str], line: str) -> str:
    """Sends a line and returns the one that comes back; empty when the process has ended."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        print(line, file=process.stdin, flush=True)
        return process.stdout.readline()
    except BrokenPipeError:
        return ""


def _start(log: Path) -> subprocess.Popen[str]:
    # On the CPU, because there the same program gives the same numbers twice.
    environment = {**os.environ, "CUDA_VISIBLE_DEVICES": "-1", "TF_CPP_MIN_LOG_LEVEL": "2"}
    with log.open("a", encoding="utf-8") as messages:
        return subprocess.Popen(
            [sys.executable, "-m", "corpus.demo.worker"],
            cwd=REPOSITORY,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=messages,
            encoding="utf-8",
        )
