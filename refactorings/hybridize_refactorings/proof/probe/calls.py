"""One object for all watched calls of a process: what they received, gave, raised, printed, and how they were traced."""

from __future__ import annotations

import sys
import threading
import time
import weakref
from collections.abc import Callable, Mapping
from typing import Any

from . import output, tensors, values
from .functions import Target
from .log import Log
from .processes import context
from .rounding import Rounding
from .scopes import of_frame

TOGETHER = 64  # times that are written at once
EVERY = 48  # calls of a function that are recorded one by one; then every time their number grows by a tenth


class Call:
    """A context around one call.

    silent: recorded nowhere, because it runs in a graph or belongs to a call that is being watched already.
    """

    __slots__ = (
        "_names",
        "_scope",
        "_values",
        "before",
        "function",
        "index",
        "key",
        "lost",
        "output",
        "place",
        "result",
        "silent",
        "started",
        "used",
        "watcher",
    )  # fmt: skip

    def __init__(self, watcher: Watcher, key: str, names: Any, arguments: Any, function: Any = None) -> None:
        self.watcher, self.key, self._names, self._values = watcher, key, names, arguments
        self.function = function
        self.silent = True
        self.lost = False  # by a fault of the probe; what runs inside it runs inside it nevertheless
        self.used = False  # by the call of the body that follows the call of its tf.function
        self.place: tuple[str, tuple[str, ...], str] = ("", (), key)
        self.index = -1
        self.before: Any = None
        self._scope: Any = dict
        self.output: output.Overheard | None = None
        self.started = 0.0
        self.result: Any = None

    def __enter__(self) -> None:
        stack = self.watcher.stack()
        try:
            if self.function is None:
                frame = sys._getframe(1)
                self._scope = lambda: of_frame(frame, self.watcher.names.get(self.key))
            self.watcher.begin(self, stack)
        except Exception as error:
            self.silent = self.lost = True
            self.watcher.failed(self.key, error)
        stack.append(self)

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        stack = self.watcher.stack()
        if stack and stack[-1] is self:
            stack.pop()
        if not self.silent:
            try:
                self.watcher.end(self, error)
            except Exception as fault:
                self.watcher.failed(self.key, fault)
        self.result = self._values = self._scope = None  # the frame would hold the call that holds it

    def runs_body(self, key: str) -> bool:
        """Whether this is the call of a `tf.function` whose body runs now, for the first time: one call, not two."""
        first = self.function is not None and self.key == key and not self.used
        self.used = self.used or first
        return first

    def around(self, scope: Callable[[], dict[str, Any]]) -> None:
        """Sets where the variables come from that the function reads from around it."""
        self._scope = scope

    def found(self) -> list[Any]:
        """The arguments, and the variables from around the function."""
        return [*self._values, *self._scope().values()]

    def state(self) -> list[tuple[str, values.Leaf]]:
        """Leaves of the arguments, and of the variables from around the function."""
        pairs = [*zip(self._names, self._values), *self._scope().items()]  # noqa: B905 - 3.9
        return [(name + path, leaf) for name, value in pairs for path, leaf in values.leaves(value)]


class Watcher:
    """What `__hybridize_probe__` stands for in watched code.

    names: by key, the variables from around the function that are looked at; None: those that its code names.
    timing: only the time of each call is kept, and no value is looked at.
    rounding: moves what recorded calls find and give; None where the program is to run as it is.
    """

    def __init__(
        self, log: Log, *, timing: bool, names: Mapping[str, list[str]] | None = None,
        rounding: Rounding | None = None,
    ) -> None:  # fmt: skip
        self._log, self._timing, self.names = log, timing, names or {}
        self._rounding = rounding
        self._local = threading.local()
        self._counts: dict[tuple[str, tuple[str, ...], str], int] = {}
        self._graph: set[str] = set()
        self._draws: set[str] = set()
        self._timed: list[tuple[str, float, int, int]] = []
        self._functions: weakref.WeakKeyDictionary[Any, int] = weakref.WeakKeyDictionary()
        self._number = 0

    def __call__(self, key: str, names: Any, arguments: Any) -> Call:
        return Call(self, key, names, arguments)

    def give(self, value: Any) -> Any:
        """Notes what the innermost watched call returns."""
        stack = self.stack()
        if stack:
            if self._rounding is not None and stack[-1].before is not None:
                value = self._rounded(stack[-1], value)
            stack[-1].result = value
        return value

    def _move(self, call: Call) -> None:
        self._local.busy = True
        try:
            if self._rounding is not None:
                self._rounding.move(call.found())
        except Exception as error:
            self.failed(call.key, error)
        finally:
            self._local.busy = False

    def _rounded(self, call: Call, value: Any) -> Any:
        try:
            return self._rounding.moved(value) if self._rounding is not None else value
        except Exception as error:
            self.failed(call.key, error)
            return value

    def stack(self) -> list[Call]:
        found: list[Call] | None = getattr(self._local, "stack", None)
        if found is None:
            found = self._local.stack = []
        return found

    def called(self, function: Any, target: Target, args: Any, kwargs: Any) -> Call:
        """The context around a call of a `tf.function`."""
        call = Call(self, target.key, *target.bound(args, kwargs), function)
        call.around(lambda: target.surroundings(self.names.get(target.key)))
        return call

    def begin(self, call: Call, stack: list[Call]) -> None:
        if getattr(self._local, "busy", False):
            return
        if call.function is None and stack and stack[-1].runs_body(call.key):
            return
        if tensors.in_graph():
            self._in_graph(call.key)
            return
        call.place = (context(), _keys(stack), call.key)
        call.index = self._counts.get(call.place, -1) + 1
        self._counts[call.place] = call.index
        call.silent = False
        if self._timing:
            call.before = tracing_count(call.function)
        else:
            recorded = _is_recorded(call.index)
            if recorded and self._rounding is not None:
                self._move(call)
            call.before = self._looked_at(call.state) if recorded else None
            call.output = None if call.place[1] else output.listen()
        call.started = time.perf_counter()

    def end(self, call: Call, error: Any) -> None:
        seconds = time.perf_counter() - call.started
        traces = tracing_count(call.function)
        if self._timing:
            self._timed.append((call.key, seconds, traces - call.before, self._memory(call.index, seconds)))
            if len(self._timed) >= TOGETHER:
                self._write_times()
            return
        said = call.output.stop() if call.output is not None else None
        if call.before is None and error is None and not said:
            return
        after = self._looked_at(call.state) if call.before is not None else None
        changed = None if after is None else _changed(call.before or [], after)
        self._log.write(
            "call",
            f=call.key,
            n=call.index,
            c=call.place[0],
            up=call.place[1],
            before=call.before,
            after=changed,
            result=self._looked_at(lambda: values.leaves(call.result)) if error is None else None,
            error=None if error is None else _error(error),
            said=said,
            graph=self._number_of(call.function),
            traces=traces,
        )

    def failed(self, key: str, error: BaseException) -> None:
        """A fault of the probe: the program goes on, and the report says so."""
        try:
            self._log.write("fault", f=key, text=f"{type(error).__name__}: {error}"[:400])
        except Exception:  # a full disk: the run is judged by what has been written
            return

    def _memory(self, index: int, seconds: float) -> int:
        """The resident size, asked for where that costs little in comparison."""
        return _resident() if seconds > 1e-3 or index % TOGETHER == 0 else 0

    def _write_times(self) -> None:
        times, self._timed = self._timed, []
        self._log.write("times", all=times)

    def _in_graph(self, key: str) -> None:
        if key not in self._graph:
            self._graph.add(key)
            self._log.write("graph", f=key, up=_keys(self.stack()))

    def _looked_at(self, find: Any) -> list[list[Any]]:
        """Leaves as (path, number); watched functions that a look runs (`__array__`, …) are not calls."""
        self._local.busy = True
        try:
            return [[path, self._log.leaf(leaf)] for path, leaf in find()]
        finally:
            self._local.busy = False

    def running(self) -> tuple[str, ...]:
        """The watched functions that run on this thread, each once."""
        return _keys(self.stack())

    def draws_in_graph(self, keys: tuple[str, ...]) -> None:
        """Notes functions whose graphs draw random numbers."""
        for key in set(keys) - self._draws:
            self._draws.add(key)
            self._log.write("draws", f=key)

    def _number_of(self, function: Any) -> int | None:
        if function is None:
            return None
        number = self._functions.get(function)
        if number is None:
            number = self._functions[function] = len(self._functions) + self._number
            self._number += 1
        return number

    def begin_process(self) -> None:
        """Forgets what the process did that this one was forked from."""
        self._counts, self._timed, self._graph = {}, [], set()

    def finish(self) -> None:
        """Writes what is left to write: times, and the number of calls of every function."""
        if self._timed:
            self._write_times()
        for (part, around, key), last in sorted(self._counts.items()):
            self._log.write("count", f=key, c=part, up=around, n=last + 1)


def _keys(stack: list[Call]) -> tuple[str, ...]:
    """The functions that are being watched, each once."""
    return tuple(sorted({call.key for call in stack if call.lost or not call.silent}))


def tracing_count(function: Any) -> int:
    """How often a `tf.function` has been traced; 0 for anything else."""
    count = getattr(function, "experimental_get_tracing_count", None)
    return count() if count is not None else 0


def _error(error: BaseException) -> list[Any]:
    """Class, text, and the classes that a handler may name."""
    return [type(error).__qualname__, str(error)[:400], [kind.__qualname__ for kind in type(error).__mro__]]


def _is_recorded(index: int) -> bool:
    if index < EVERY:
        return True
    step = EVERY
    while step < index:
        step = next_recorded(step)
    return step == index


def next_recorded(index: int) -> int:
    """The call that is recorded after another one that is."""
    # A tenth more than the last one: about 24 more for every tenfold number of calls.
    return index + 1 if index < EVERY else index + max(1, index // 10)


def _changed(before: list[list[Any]], after: list[list[Any]]) -> list[list[Any]]:
    """What is new or another value; paths that are gone have the number -1."""
    old, new = dict(map(tuple, before)), dict(map(tuple, after))
    gone = [[path, -1] for path in old if path not in new]
    return [[path, leaf] for path, leaf in new.items() if old.get(path) != leaf] + gone


def _resident() -> int:
    """Memory of this process in bytes; 0 where the system does not say it cheaply."""
    try:
        with open("/proc/self/statm", "rb") as stream:  # noqa: PTH123
            return int(stream.read().split()[1]) * 4096
    except (OSError, IndexError, ValueError):
        return 0
