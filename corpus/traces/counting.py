"""Counts how often TensorFlow traces one function of a program, in a process that keeps TensorFlow loaded.

usage: python -m corpus.traces.counting   (a request per line of JSON in, an answer per line out)

Each request runs a copy of the program with one function under `tf.function`.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import io
import os
import runpy
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from corpus.serving import serve, started

_SECONDS = 60
WRAPPER = "__count_traces__"


@dataclass(frozen=True, slots=True)
class Request:
    """folder: the program, with `main` as its entry.  file, line: where `def` stands.  argv: its arguments."""

    folder: str
    main: str
    file: str
    line: int
    argv: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Counted:
    """traces: over all instances and definitions; None when it was not called.  error: how the run failed."""

    traces: int | None
    error: str | None = None


Count = Callable[[Request], Counted]


@contextlib.contextmanager
def counting() -> Iterator[Count]:
    """The process that counts."""
    with started(["-m", "corpus.traces.counting"]) as ask:
        yield lambda request: Counted(**ask(asdict(request)))


class _Traced:
    """A `tf.function` that remembers every function object it was called through."""

    def __init__(self, function: Any, seen: list[Any]) -> None:
        self._function, self._seen = function, seen

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        if instance is None:
            return self
        bound = self._function.__get__(instance, owner)
        self._seen.append(bound)
        return bound

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        self._seen.append(self._function)
        return self._function(*args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._function, name)


def _answer(fields: dict[str, Any]) -> dict[str, Any]:
    signal.alarm(_SECONDS)
    return asdict(_run(Request(**fields)))


def _run(request: Request) -> Counted:
    import tensorflow as tf

    seen: list[Any] = []

    def wrap(function: Any) -> _Traced:
        hybrid = hasattr(function, "experimental_get_tracing_count")
        return _Traced(function if hybrid else tf.function(function), seen)

    setattr(builtins, WRAPPER, wrap)
    tf.keras.utils.set_random_seed(0)
    error = None
    with _copied(request) as folder, contextlib.redirect_stdout(io.StringIO()):
        sys.argv = [request.main, *request.argv]
        sys.path.insert(0, str(folder))
        os.chdir(folder)
        try:
            runpy.run_path(str(folder / request.main), run_name="__main__")
        except SystemExit:
            pass
        except Exception as raised:
            error = f"{type(raised).__name__}: {raised}"[:300]
        os.chdir("/")
    functions = {id(f): f for f in seen}.values()
    return Counted(sum(f.experimental_get_tracing_count() for f in functions) if seen else None, error)


@contextlib.contextmanager
def _copied(request: Request) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / "program"
        shutil.copytree(request.folder, folder, ignore=shutil.ignore_patterns("__pycache__"))
        file = folder / request.file
        file.write_text(instrumented(file.read_text(encoding="utf-8"), request.line), encoding="utf-8")
        yield folder


def instrumented(text: str, line: int) -> str:
    """The program with the function at `line` counted; its own `tf.function`, if any, stays."""
    tree = ast.parse(text)
    node = next(
        n
        for n in ast.walk(tree)
        if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef)) and n.lineno == line
    )
    hybrid = [i for i, d in enumerate(node.decorator_list) if "tf.function" in ast.unparse(d)]
    at = hybrid[0] if hybrid else len(node.decorator_list)
    node.decorator_list.insert(at, ast.Name(WRAPPER, ast.Load()))
    return ast.unparse(ast.fix_missing_locations(tree))


if __name__ == "__main__":
    serve(_answer, lambda _, how: asdict(Counted(None, how)))
