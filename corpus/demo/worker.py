"""Runs example programs inside one process that keeps TensorFlow loaded.

Every line of standard input is a request `{"folder": ..., "steps": ...}`, every line of standard output the
answer to it: `{"results", "stamps", "seconds"}`, or `{"error"}` with the traceback of the program.

Each request imports the program afresh, so that variables at module level start over.  What the program
prints is not shown: the times of its `step N …` lines are the measurement.
"""

from __future__ import annotations

import contextlib
import gc
import importlib.util
import io
import json
import sys
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any


class StampedLog(io.TextIOBase):
    """Swallows text and remembers when each line `step N …` began."""

    def __init__(self) -> None:
        super().__init__()
        self.stamps: list[tuple[int, float]] = []
        self._line = ""

    def write(self, text: str) -> int:
        now = time.perf_counter()
        for piece in text.splitlines(keepends=True):
            self._line += piece
            if self._line.endswith("\n"):
                self._stamp(self._line.split(), now)
                self._line = ""
        return len(text)

    def _stamp(self, words: list[str], now: float) -> None:
        if len(words) > 1 and words[0] == "step" and words[1].isdigit():
            self.stamps.append((int(words[1]), now))


def run_program(folder: Path, steps: int) -> dict[str, Any]:
    """Runs `main(["--steps", …])` of the program in `folder`.

    `stamps` are pairs (step, seconds since the start); `seconds` is the whole run, with import and tracing.
    """
    log = StampedLog()
    start = time.perf_counter()
    with _fresh_imports(folder), contextlib.redirect_stdout(log):
        results = _import_main(folder).main(["--steps", str(steps)])
        seconds = time.perf_counter() - start
    stamps = [(step, moment - start) for step, moment in log.stamps]
    return {"results": results, "stamps": stamps, "seconds": seconds}


def _import_main(folder: Path) -> ModuleType:
    # Not named "__main__": the program's own entry block must stay quiet.
    spec = importlib.util.spec_from_file_location("main", folder / "main.py")
    if spec is None or spec.loader is None:
        raise ImportError(f"{folder / 'main.py'} cannot be imported")
    module = importlib.util.module_from_spec(spec)
    sys.modules["main"] = module
    spec.loader.exec_module(module)
    return module


@contextlib.contextmanager
def _fresh_imports(folder: Path) -> Iterator[None]:
    """Makes `folder` the import root, and forgets the program's modules afterwards."""
    known = set(sys.modules)
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in set(sys.modules) - known:
            if _lies_in(sys.modules[name], folder):
                del sys.modules[name]


def _lies_in(module: ModuleType, folder: Path) -> bool:
    file = getattr(module, "__file__", None)
    return file is not None and folder in Path(file).parents


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    try:
        return run_program(Path(request["folder"]).resolve(), int(request["steps"]))
    except Exception:
        return {"error": traceback.format_exc()}


def serve() -> None:
    """Answers requests until standard input ends."""
    replies = sys.stdout
    sys.dont_write_bytecode = True
    import keras  # type: ignore[import-untyped, unused-ignore]

    for line in sys.stdin:
        reply = _answer(json.loads(line))
        print(json.dumps(reply), file=replies, flush=True)
        # Graphs and names of one program must not slow the next one down.
        keras.backend.clear_session()
        gc.collect()


if __name__ == "__main__":
    serve()
