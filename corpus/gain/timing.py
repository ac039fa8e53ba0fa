"""Functions of a program, timed eagerly and as graphs on the arguments of a real call."""

from __future__ import annotations

import builtins
import contextlib
import functools
import gc
import io
import os
import runpy
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any

from hybridize_analyzer.analyze import analyze
from hybridize_analyzer.report import FunctionReport
from hybridize_analyzer.workspace.sources import SourceFile

_WRAPPER = "__keep_arguments__"
_WARM_UP = 2
_SECONDS = 0.1  # of one series
_SERIES = 3  # of each kind, in turn: what else the machine does can only add time, so the quickest counts
_CALLS = (3, 2000)


@dataclass(frozen=True, slots=True)
class Measured:
    """One function.

    eager_us, graph_us: microseconds per call; None, with the reason, where it could not be timed.  predicted: the reported
    gain.  expected: the speed-up of a call that it follows from.
    """

    program: str
    qualname: str
    line: int
    ops: int
    work: int
    predicted: str | None
    eager_us: float | None
    graph_us: float | None
    error: str | None = None
    expected: float = 0.0

    @property
    def speed_up(self) -> float | None:
        return self.eager_us / self.graph_us if self.eager_us and self.graph_us else None


@contextlib.contextmanager
def written(text: str) -> Iterator[Path]:
    """A folder with a program of one file."""
    with tempfile.TemporaryDirectory() as home:
        (Path(home) / "main.py").write_text(text, encoding="utf-8")
        yield Path(home)


def judged_anew(row: Measured, functions: dict[tuple[str, int], FunctionReport]) -> Measured:
    """The same times beside what the analysis says now.  functions: by qualified name and line."""
    now = functions[row.qualname, row.line]
    return replace(row, ops=now.ops, work=now.work, predicted=now.gain, expected=now.speed_up or 0.0)


def converted(folder: Path) -> tuple[list[SourceFile], list[FunctionReport]]:
    """The files of a program, and the functions of it that the analysis would convert."""
    sources = [_source(path, folder) for path in sorted(folder.rglob("*.py"))]
    return sources, [f for f in analyze(folder, sources).functions if f.verdict == "convert"]


def measure(name: str, folder: Path, argv: tuple[str, ...] = ()) -> Iterator[Measured]:
    """Runs a program once, then times the functions of it that the analysis would convert."""
    sources, wanted = converted(folder)
    with tempfile.TemporaryDirectory() as home:  # AutoGraph reads the sources when it traces
        calls = _calls(Path(home), sources, wanted, argv)
        for function in wanted:
            call = calls.get((function.path, function.line))
            yield _time(name, function, call) if call else _failed(name, function, "not called")


def _source(path: Path, folder: Path) -> SourceFile:
    raw = path.read_bytes()
    return SourceFile(path, path.relative_to(folder).as_posix(), raw.decode(), "utf-8", raw)


Key = tuple[str, int]


def _calls(
    home: Path, sources: list[SourceFile], wanted: list[FunctionReport], argv: tuple[str, ...]
) -> dict[Key, Callable[[Any], Callable[[], Any]]]:
    """By function, how to call it as the program last did; the function is given."""
    found: dict[Key, Callable[[Any], Callable[[], Any]]] = {}
    running = True

    def keep(key: Key) -> Callable[[Any], Any]:
        def decorate(function: Any) -> Any:
            @functools.wraps(function)
            def called(*args: Any, **kwargs: Any) -> Any:
                if running:
                    found[key] = lambda wrap: functools.partial(wrap(function), *args, **kwargs)
                return function(*args, **kwargs)

            return called

        return decorate

    for source in sources:
        lines = [f.line for f in wanted if f.path == source.relative]
        target = home / source.relative
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_keeping(source, lines), encoding="utf-8")
    setattr(builtins, _WRAPPER, lambda path, line: keep((path, line)))
    _run(home, argv)
    running = False
    return found


def _keeping(source: SourceFile, lines: list[int]) -> str:
    text = source.text
    for line in sorted(lines, reverse=True):  # from below: decorators move what follows
        name = f"{_WRAPPER}({source.relative!r}, {line})"
        text = _decorated(text, line, name)
    return text


def _decorated(text: str, line: int, name: str) -> str:
    lines = text.splitlines(keepends=True)
    indent = lines[line - 1][: len(lines[line - 1]) - len(lines[line - 1].lstrip())]
    return "".join([*lines[: line - 1], f"{indent}@{name}\n", *lines[line - 1 :]])


def _run(folder: Path, argv: tuple[str, ...]) -> None:
    import tensorflow as tf

    tf.keras.utils.set_random_seed(0)
    before, modules, arguments, path = Path.cwd(), set(sys.modules), sys.argv, list(sys.path)
    sys.argv, sys.path[0:0] = ["main.py", *argv], [str(folder)]
    os.chdir(folder)
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
            runpy.run_path(str(folder / "main.py"), run_name="__main__")
    finally:
        os.chdir(before)
        sys.argv, sys.path[:] = arguments, path
        for name in set(sys.modules) - modules:  # the next program has modules of the same names
            if str(getattr(sys.modules[name], "__file__", None) or "").startswith(str(folder)):
                del sys.modules[name]


def _time(name: str, function: FunctionReport, call: Callable[[Any], Callable[[], Any]]) -> Measured:
    import tensorflow as tf

    try:
        eager, graph = call(lambda f: f), call(tf.function)
        counts = [_calls_worth(run) for run in (eager, graph)]
        series = [
            [_microseconds(run, count) for run, count in zip((eager, graph), counts, strict=True)]
            for _ in range(_SERIES)
        ]
    except Exception as error:  # what a program raises is a result
        return _failed(name, function, f"{type(error).__name__}: {error}".partition("\n")[0][:100])
    eager_us, graph_us = (min(values) for values in zip(*series, strict=True))
    return _measured(name, function, eager_us, graph_us, None)


def _calls_worth(run: Callable[[], Any]) -> int:
    for _ in range(_WARM_UP):
        run()
    started = time.perf_counter()
    run()
    return int(min(max(_SECONDS / max(time.perf_counter() - started, 1e-7), _CALLS[0]), _CALLS[1]))


def _microseconds(run: Callable[[], Any], count: int) -> float:
    gc.collect()
    gc.disable()
    times = []
    for _ in range(count):
        started = time.perf_counter()
        run()
        times.append(time.perf_counter() - started)
    gc.enable()
    return 1e6 * median(times)


def _failed(name: str, function: FunctionReport, why: str) -> Measured:
    return _measured(name, function, None, None, why)


def _measured(
    name: str, function: FunctionReport, eager: float | None, graph: float | None, error: str | None
) -> Measured:
    return Measured(
        name,
        function.qualname,
        function.line,
        function.ops,
        function.work,
        function.gain,
        eager and round(eager, 1),
        graph and round(graph, 1),
        error,
        function.speed_up or 0.0,
    )
