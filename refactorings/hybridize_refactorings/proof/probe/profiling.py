"""Profiles a run: who calls whom, how long, how many eager operations, and what kinds of values pass.

Everything is kept as sums, and written now and then as a whole: what a process wrote last is what it did, however it ends.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
import threading
import time
import types
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from . import abstract, tensors
from .calls import next_recorded, tracing_count
from .functions import Target
from .log import Log
from .operations import Operations
from .processes import context
from .scopes import of_frame

KINDS = 48  # descriptions of one argument or result that are told apart
VALUES = 64  # numbers, texts and objects of one argument that are told apart
TESTS = 200  # tests by which a function is called, that are named
_OFTEN, _SHORT = 5000, 3e-5  # from so many calls that take no longer (seconds), calls are counted and no more
_EVERY = 2.0  # seconds until the first state is written; then every tenth part of the time that has passed


class Seen:
    """The kinds of one argument, result or variable: how often each, and how many different values."""

    def __init__(self) -> None:
        self.kinds: dict[str, int] = {}
        self.others = 0
        self.values: set[Any] = set()

    def add(self, value: Any) -> None:
        described = abstract.describe(value)
        text = json.dumps(described, sort_keys=True)
        if text in self.kinds or len(self.kinds) < KINDS:
            self.kinds[text] = self.kinds.get(text, 0) + 1
        else:
            self.others += 1
        if described["kind"] in ("primitive", "object", "callable") and len(self.values) < VALUES:
            self.values.add(abstract.token(value))

    def record(self) -> dict[str, Any]:
        kinds = [[json.loads(text), count] for text, count in list(self.kinds.items())]
        return {"kinds": kinds, "others": self.others, "values": len(self.values)}


class Entry:
    """What is known of one function, summed over its calls in this process."""

    def __init__(self) -> None:
        self.calls = self.counted = self.graph_calls = self.in_graph = self.errors = self.traces = 0
        self.next = 0  # the call whose values are looked at next
        self.looked_at = self.deepest = 0
        self.seconds = 0.0
        self.first_variables = self.later_variables = 0
        self.operations = 0
        self.parameters: dict[str, Seen] = {}
        self.result = Seen()
        self.state: dict[str, Any] = {}
        self.changed: set[str] = set()
        self.inside: set[str] = set()
        self.tests: set[str] = set()

    def record(self, key: str) -> dict[str, Any]:
        return {
            "f": key,
            "calls": self.calls,
            "counted": self.counted,
            "graph_calls": self.graph_calls,
            "in_graph": self.in_graph,
            "traces": self.traces,
            "errors": self.errors,
            "looked_at": self.looked_at,
            "deepest": self.deepest,
            "seconds": self.seconds,
            "operations": self.operations,
            "variables": [self.first_variables, self.later_variables],
            "parameters": [[name, seen.record()] for name, seen in list(self.parameters.items())],
            "result": self.result.record(),
            "state": len(self.state),
            "changed": sorted(self.changed),
            "inside": sorted(self.inside),
            "tests": sorted(self.tests),
        }


class Node:
    """One place in the tree of calls: its calls, own time, own operations, and the time that these compute."""

    __slots__ = ("calls", "computing", "key", "kids", "operations", "own", "seconds")

    def __init__(self, key: str) -> None:
        self.key = key
        self.calls = self.operations = 0
        self.seconds = self.own = self.computing = 0.0
        self.kids: dict[str, Node] = {}


class Thread:
    """What is running on one thread."""

    def __init__(self) -> None:
        self.stack: list[Frame] = []
        self.root = Node("")
        self.open: dict[str, int] = {}  # calls of a function that are running
        self.lost = 0.0  # seconds that the probe itself took so far
        self.busy = False


class Counted:
    """The context around a call of a short function that is called very often."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        return None


_COUNTED = Counted()


class Frame:
    """The context around one call."""

    __slots__ = (
        "_arguments", "_before", "_names", "_profiler", "computing", "entry", "first", "folded", "function", "graph",
        "inner", "key", "looked_at", "lost", "node", "operations", "result", "started", "surroundings", "thread",
        "variables",
    )  # fmt: skip

    def __init__(
        self, profiler: Profiler, key: str, names: Any, arguments: Any, function: Any = None
    ) -> None:
        self._profiler, self.key, self._names, self._arguments = profiler, key, names, arguments
        self.function = function
        self.surroundings: Callable[[], dict[str, Any]] | None = None
        self.first = self.graph = self.folded = self.looked_at = False
        self.entry: Entry | None = None
        self.node: Node | None = None
        self.inner = self.started = self.lost = self.computing = 0.0
        self.operations = self.variables = self._before = 0
        self.result: Any = None
        self.thread: Thread | None = None

    def __enter__(self) -> None:
        at = time.perf_counter()
        profiler = self._profiler
        thread = self.thread = profiler.thread()
        thread.stack.append(self)
        try:
            self._enter(thread)
        except Exception as error:
            self.entry = None
            profiler.failed(self.key, error)
        now = self.started = time.perf_counter()
        thread.lost += now - at
        self.lost = thread.lost

    def _enter(self, thread: Thread) -> None:
        if thread.busy:
            return
        above = thread.stack[-2] if len(thread.stack) > 1 else None
        entry = self._profiler.entry(self.key)
        if self.function is None and tensors.in_graph():
            self._profiler.ran_in_graph(entry, self.key, thread)
            return
        if (
            self.function is None
            and above is not None
            and above.function is not None
            and above.key == self.key
        ):
            return  # a tf.function that runs its body eagerly: one call, not two
        self.entry = entry
        self._profiler.operations.listen()
        running = thread.open.get(self.key, 0)
        self.folded = running > 0
        self.node = self._place(thread)
        thread.open[self.key] = running + 1
        entry.deepest = max(entry.deepest, running + 1)
        if self.function is not None:
            self.graph = True
            self._before = tracing_count(self.function)
        if len(entry.tests) < TESTS and (test := context()) and "::" in test:
            entry.tests.add(test)
        if entry.calls == entry.next:
            entry.next = next_recorded(entry.next)
            self.looked_at = True
            self._look_at(entry, thread)
        self.first = entry.calls == 0
        entry.calls += 1

    def _place(self, thread: Thread) -> Node:
        """The place in the tree; a function that is running already keeps the one that it has."""
        for frame in thread.stack[:-1] if self.folded else ():
            if frame.key == self.key and frame.node is not None:
                return frame.node
        above = next((f.node for f in reversed(thread.stack[:-1]) if f.node is not None), thread.root)
        node = above.kids.get(self.key)
        if node is None:
            node = above.kids[self.key] = Node(self.key)
        return node

    def _look_at(self, entry: Entry, thread: Thread) -> None:
        thread.busy = True
        try:
            entry.looked_at += 1
            for name, value in zip(self._names, self._arguments):  # noqa: B905 - 3.9
                seen = entry.parameters.get(name)
                if seen is None:
                    seen = entry.parameters[name] = Seen()
                seen.add(value)
            self._profiler.look_around(self, entry, dict(zip(self._names, self._arguments)))  # noqa: B905 - 3.9
        finally:
            thread.busy = False

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        now = time.perf_counter()
        thread = self.thread
        if thread is None or not thread.stack or thread.stack[-1] is not self:  # of a process before a fork
            return
        thread.stack.pop()
        entry, node = self.entry, self.node
        if entry is None or node is None:
            return
        try:
            self._exit(thread, entry, node, now, error)
        except Exception as fault:
            self._profiler.failed(self.key, fault)
        self.result = self._arguments = self.surroundings = None
        thread.lost += time.perf_counter() - now

    def _exit(self, thread: Thread, entry: Entry, node: Node, now: float, error: Any) -> None:
        seconds, own = self.elapsed(thread, now)
        above = next((f for f in reversed(thread.stack) if f.node is not None), None)
        if above is not None:
            above.inner += seconds
        thread.open[self.key] -= 1
        node.own += own
        node.operations += self.operations
        node.computing += self.computing
        node.calls += 1
        if not self.folded:
            node.seconds += seconds
            entry.seconds += seconds
        self._count(entry, above)
        if error is not None:
            entry.errors += 1
        elif self.looked_at:
            thread.busy = True
            try:
                entry.result.add(self.result)
            finally:
                thread.busy = False
        self._profiler.write_now_and_then(now)

    def _count(self, entry: Entry, above: Frame | None) -> None:
        if self.graph:
            entry.graph_calls += 1
            entry.traces += tracing_count(self.function) - self._before
        if not self.folded:
            entry.operations += self.operations
        if self.first:
            entry.first_variables += self.variables
        else:
            entry.later_variables += self.variables
        if above is not None:
            above.variables += self.variables

    def elapsed(self, thread: Thread, now: float) -> tuple[float, float]:
        """Seconds of the call so far, all and those outside other watched calls; without those of the probe."""
        seconds = max(0.0, now - self.started - (thread.lost - self.lost))
        return seconds, max(0.0, seconds - self.inner)


class Profiler:
    """What `__hybridize_probe__` stands for in profiled code.

    names: by key, the names that a function reads, and attributes of its first parameter such as `self.step`.
    """

    def __init__(self, log: Log, names: Mapping[str, list[str]]) -> None:
        self._log, self.names = log, names
        self.operations = Operations(self._executed)
        self.begin_process()
        exit_now = os._exit

        def leave(code: int) -> Any:
            self.finish()
            exit_now(code)

        os._exit = leave  # type: ignore[assignment]

    def begin_process(self) -> None:
        """Forgets what the process did that this one was forked from."""
        self._local = threading.local()
        self._threads: list[Thread] = []
        self._entries: dict[str, Entry] = {}
        self._lock = threading.Lock()
        self._began = self._written = time.perf_counter()
        self.operations = Operations(self._executed)

    def __call__(self, key: str, names: Any, arguments: Any) -> Any:
        entry = self._entries.get(key)
        if (
            entry is not None
            and entry.calls > _OFTEN
            and entry.seconds < _SHORT * entry.calls
            and entry.calls != entry.next
        ):
            entry.calls += 1
            entry.counted += 1
            return _COUNTED
        return Frame(self, key, names, arguments)

    def give(self, value: Any) -> Any:
        """Notes what the innermost profiled call returns."""
        stack = self.thread().stack
        if stack:
            stack[-1].result = value
        return value

    def called(self, function: Any, target: Target, args: Any, kwargs: Any) -> Frame:
        """The context around a call of a `tf.function`."""
        frame = Frame(self, target.key, *target.bound(args, kwargs), function)
        frame.surroundings = lambda: target.surroundings(self.names.get(target.key))
        return frame

    def thread(self) -> Thread:
        """What is running on this thread."""
        found: Thread | None = getattr(self._local, "thread", None)
        if found is None:
            found = self._local.thread = Thread()
            with self._lock:
                self._threads.append(found)
        return found

    def entry(self, key: str) -> Entry:
        """The sums of a function."""
        found = self._entries.get(key)
        if found is None:
            with self._lock:
                found = self._entries.setdefault(key, Entry())
        return found

    def variable_made(self) -> None:
        """One more variable, on this thread."""
        for frame in reversed(self.thread().stack):
            if frame.node is not None:
                frame.variables += 1
                return

    def _executed(self, computing: float) -> None:
        for frame in reversed(self.thread().stack):
            if frame.node is not None:
                frame.operations += 1
                frame.computing += computing
                return

    def converted(self, key: str) -> None:
        """Notes that a function runs in a graph, as AutoGraph made it."""
        thread = self.thread()
        if tensors.in_graph() and not (thread.stack and thread.stack[-1].key == key):
            self.ran_in_graph(self.entry(key), key, thread)

    @staticmethod
    def ran_in_graph(entry: Entry, key: str, thread: Thread) -> None:
        """Notes a function that runs in a graph, and in which."""
        entry.in_graph += 1
        entry.inside.update(frame.key for frame in thread.stack if frame.graph and frame.key != key)

    def look_around(self, frame: Frame, entry: Entry, arguments: Mapping[str, Any]) -> None:
        """Notes which variables from around a function are not what they were at the last call that was looked at."""
        names = self.names.get(frame.key) or []
        if frame.surroundings is not None:
            around = frame.surroundings()
        else:
            running = _body()
            around = of_frame(running, names) if running is not None else {}
        for dotted in names:
            first, dot, attribute = dotted.partition(".")
            if dot and first in arguments:
                own = getattr(arguments[first], "__dict__", None)
                if isinstance(own, dict) and attribute in own:
                    around[f"attribute {dotted} of {id(arguments[first])}"] = own[attribute]
        for name, value in around.items():
            now = abstract.token(value)
            if name not in entry.state and len(entry.state) >= VALUES:
                continue
            if entry.state.setdefault(name, now) != now:
                entry.state[name] = now
                entry.changed.add(name.partition(" of ")[0])

    def failed(self, key: str, error: BaseException) -> None:
        """A fault of the probe: the program goes on, and the report says so."""
        try:
            self._log.write("fault", f=key, text=f"{type(error).__name__}: {error}"[:400])
        except Exception:  # a full disk
            return

    def write_now_and_then(self, now: float) -> None:
        """Writes what is known so far, if it was long ago that it was written."""
        if now - self._written > max(_EVERY, 0.1 * (now - self._began)):
            self.finish()

    def finish(self) -> None:
        """Writes what is known so far."""
        now = self._written = time.perf_counter()
        if not self._entries:
            return
        open_nodes: dict[int, tuple[float, float, int, int, float]] = {}
        for thread in list(self._threads):
            for frame in list(thread.stack):
                if frame.node is not None:
                    seconds, own = frame.elapsed(thread, now)
                    running = next_above(thread.stack, frame)
                    inner = running.elapsed(thread, now)[0] if running is not None else 0.0
                    old = open_nodes.get(id(frame.node), (0.0, 0.0, 0, 0, 0.0))
                    open_nodes[id(frame.node)] = (
                        old[0] + seconds * (not frame.folded), old[1] + max(0.0, own - inner),
                        old[2] + frame.operations, old[3] + 1, old[4] + frame.computing,
                    )  # fmt: skip
        kids: list[Any] = []
        for thread in list(self._threads):
            kids += [_tree(node, open_nodes) for node in list(thread.root.kids.values())]
        entries = [entry.record(key) for key, entry in sorted(self._entries.items())]
        try:
            self._log.write(
                "profile", functions=entries, tree=kids, libraries=_libraries(),
                dispatch=self.operations.dispatch(),
            )  # fmt: skip
        except Exception as error:
            self.failed("", error)


def next_above(stack: list[Frame], frame: Frame) -> Frame | None:
    """The profiled call that a running one has made."""
    later = stack[stack.index(frame) + 1 :] if frame in stack else []
    return next((f for f in later if f.node is not None), None)


def _tree(node: Node, open_nodes: Mapping[int, tuple[float, float, int, int, float]]) -> list[Any]:
    seconds, own, operations, calls, computing = open_nodes.get(id(node), (0.0, 0.0, 0, 0, 0.0))
    kids = [_tree(kid, open_nodes) for kid in list(node.kids.values())]
    return [
        node.key, node.calls + calls, node.seconds + seconds, node.own + own, node.operations + operations,
        node.computing + computing, kids,
    ]  # fmt: skip


def _body() -> types.FrameType | None:
    """The frame of the function whose call is being entered: the first one outside the probe."""
    frame: types.FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename.startswith(_HERE):
        frame = frame.f_back
    return frame


_HERE = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120


def _libraries() -> dict[str, str]:
    """Versions of what the program has imported that bears on its graphs, and whether it finds the runtime."""
    found = {"python": ".".join(map(str, sys.version_info[:3]))}
    for name in ("tensorflow", "keras", "tf_keras", "numpy"):
        version = getattr(sys.modules.get(name), "__version__", None)
        if isinstance(version, str):
            found[name] = version
    if _finds(_RUNTIME):
        found[_RUNTIME] = str(getattr(sys.modules.get(_RUNTIME), "__version__", "installed"))
    return found


_RUNTIME = "hybridize_runtime"


@cache
def _finds(name: str) -> bool:
    """Whether the program could import a package, which is not imported for that."""
    try:
        return name in sys.modules or importlib.util.find_spec(name) is not None
    except Exception:  # a finder of the program's
        return False
