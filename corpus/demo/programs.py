"""Example programs run and timed in a child process that keeps TensorFlow loaded."""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import importlib
import io
import os
import sys
import time
import traceback
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from types import TracebackType

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
    """A child process that runs programs one after another; a new one takes over when a program kills it."""

    def __init__(self, log: Path) -> None:
        self._log = log
        self._log.unlink(missing_ok=True)
        self._pool = self._start()

    def __enter__(self) -> Worker:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.shutdown()

    def run(self, folder: Path, steps: int) -> Run:
        """Runs the program in `folder`; raises `ProgramError` when it fails, or after LIMIT_SECONDS."""
        try:
            return self._pool.submit(_run, folder, steps).result()
        except BrokenProcessPool:
            self._pool.shutdown()
            self._pool = self._start()
            message = (
                f"{folder / 'main.py'} --steps {steps} ended its process; what it said is in {self._log}"
            )
            raise ProgramError(message) from None

    def _start(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(1, get_context("spawn"), initializer=_prepare, initargs=(self._log,))


class StampedLog(io.TextIOBase):
    """Swallows what a program prints and remembers when each line `step N …` was complete."""

    def __init__(self) -> None:
        super().__init__()
        self.stamps: list[tuple[int, float]] = []
        self._line = ""

    def write(self, text: str) -> int:
        now = time.perf_counter()
        for piece in text.splitlines(keepends=True):
            self._line += piece
            if self._line.endswith("\n"):
                words, self._line = self._line.split(), ""
                if len(words) > 1 and words[0] == "step" and words[1].isdigit():
                    self.stamps.append((int(words[1]), now))
        return len(text)


def _prepare(log: Path) -> None:
    """First thing in the child: messages go to `log`, computation to the CPU, where runs can be repeated."""
    os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644), 2)  # 2: standard error
    os.environ.update(CUDA_VISIBLE_DEVICES="-1", TF_CPP_MIN_LOG_LEVEL="2")
    sys.dont_write_bytecode = True
    import keras  # type: ignore[import-untyped, unused-ignore]  # noqa: F401 - no part of a program's time


def _run(folder: Path, steps: int) -> Run:
    log = StampedLog()
    faulthandler.dump_traceback_later(LIMIT_SECONDS, exit=True)
    start = time.perf_counter()
    try:
        with _fresh_imports(folder), contextlib.redirect_stdout(log):
            results = importlib.import_module("main").main(["--steps", str(steps)])
            seconds = time.perf_counter() - start
    except Exception:
        # As text, because an exception of TensorFlow needs TensorFlow wherever it is unpickled.
        raise ProgramError(f"{folder / 'main.py'} --steps {steps} raised\n{traceback.format_exc()}") from None
    finally:
        faulthandler.cancel_dump_traceback_later()
        _forget_graphs()
    intervals = (1e3 * (t1 - t0) / (n1 - n0) for (n0, t0), (n1, t1) in pairwise(log.stamps))
    if len(log.stamps) < 2:
        raise ProgramError(
            f"{folder / 'main.py'} --steps {steps} printed no two lines `step N …` to time it by"
        )
    return Run(results, tuple(intervals), seconds)


def _forget_graphs() -> None:
    """Graphs and names of one program must not slow the next one down."""
    import keras

    keras.backend.clear_session()
    gc.collect()


@contextlib.contextmanager
def _fresh_imports(folder: Path) -> Iterator[None]:
    """Makes `folder` the import root; forgets its modules afterwards, so that variables start over."""
    known = set(sys.modules)
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in set(sys.modules) - known:
            if folder in Path(getattr(sys.modules[name], "__file__", None) or "").parents:
                del sys.modules[name]
