"""Example programs run in child processes that keep TensorFlow loaded."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from types import TracebackType
from typing import Any

REPOSITORY = Path(__file__).resolve().parents[2]
MODELS = REPOSITORY / "corpus" / "models"
LIMIT_SECONDS = 240


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
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Worker:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()

    def run(self, folder: Path, steps: int) -> Run:
        """Runs the program in `folder`; raises `ProgramError` when it fails, or after LIMIT_SECONDS."""
        reply = self._ask({"folder": str(folder), "steps": steps})
        if "error" in reply:
            raise ProgramError(f"{folder / 'main.py'} --steps {steps} raised\n{reply['error']}")
        stamps = reply["stamps"]
        intervals = (1e3 * (t1 - t0) / (n1 - n0) for (n0, t0), (n1, t1) in zip(stamps, stamps[1:], strict=False))
        return Run(reply["results"], tuple(intervals), reply["seconds"])

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        if self._process is None or self._process.poll() is not None:
            self._process = _start(self._log)
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        watchdog = Timer(LIMIT_SECONDS, process.kill)
        watchdog.start()
        try:
            print(json.dumps(request), file=process.stdin, flush=True)
            line = process.stdout.readline()
        except BrokenPipeError:
            line = ""
        finally:
            watchdog.cancel()
        if not line:
            where = f"its messages are in {self._log}"
            raise ProgramError(f"{request['folder']}: the process ended with {process.wait()}; {where}")
        reply: dict[str, Any] = json.loads(line)
        return reply


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
