"""What the probe wrote in one run, read back."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Leaf = tuple[Any, ...]
Leaves = dict[str, Leaf]
"""Path inside a value → what stands there (see probe/values.py)."""


Place = tuple[str, tuple[str, ...], str]
"""Where calls are counted: context (a test, a worker process), the watched functions around, the function."""


@dataclass(frozen=True, slots=True)
class CallRecord:
    """One recorded call.

    before, after: leaves of the arguments; result: of what was returned, None where an exception came out.
    All three are None for a call of which only output or an exception was kept.
    error: class, text, and class with bases of the exception.  said: what was printed, None inside another watched call.
    graph: number of the `tf.function` object that was called, None for a plain function.  traces: of that object, so far.
    around: the watched functions that were running.
    """

    key: str
    index: int
    context: str
    around: tuple[str, ...]
    before: Leaves | None
    after: Leaves | None
    result: Leaves | None
    error: tuple[str, str, tuple[str, ...]] | None
    said: str | None
    graph: int | None
    traces: int

    @property
    def place(self) -> Place:
        """Where the call is counted."""
        return (self.context, self.around, self.key)


@dataclass(frozen=True, slots=True)
class TimedCall:
    """seconds of one call, traces that it caused, resident bytes of the process at its end (0: not asked)."""

    seconds: float
    traces: int
    memory: int


@dataclass(frozen=True, slots=True)
class Process:
    """What one process wrote.

    command: how it was started; started: when, in seconds since the epoch.
    counts: number of calls by place, recorded or not.  graph: for functions called inside a graph, what was around them.
    draws: functions whose graphs draw random numbers of TensorFlow, where these were counted; seeded: whether the program
    sets the seed of these itself.
    """

    command: tuple[str, ...]
    started: float
    calls: tuple[CallRecord, ...]
    timed: dict[str, list[TimedCall]]
    counts: dict[Place, int]
    graph: dict[str, tuple[str, ...]]
    faults: tuple[str, ...]
    draws: frozenset[str] = frozenset()
    seeded: bool = False


@dataclass(frozen=True, slots=True)
class Profiled:
    """What one process wrote of its profile.  last: its final state as JSON, None where none of the project's code ran."""

    last: dict[str, Any] | None
    faults: tuple[str, ...]


@dataclass(slots=True)
class _Reading:
    command: tuple[str, ...] = ()
    started: float = 0.0
    leaves: dict[int, Leaf] = field(default_factory=dict)
    calls: list[CallRecord] = field(default_factory=list)
    timed: defaultdict[str, list[TimedCall]] = field(default_factory=lambda: defaultdict(list))
    counts: dict[Place, int] = field(default_factory=dict)
    graph: dict[str, tuple[str, ...]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    draws: set[str] = field(default_factory=set)
    seeded: bool = False


def read_processes(folder: Path) -> tuple[Process, ...]:
    """Everything in the folder, in the order in which the processes began to write."""
    found = [_process(file) for file in sorted(folder.glob("*.jsonl"))]
    return tuple(sorted(found, key=lambda process: process.started))


def read_profiles(folder: Path) -> tuple[Profiled, ...]:
    """What each process wrote of its profile."""
    found = []
    for file in sorted(folder.glob("*.jsonl")):
        last: dict[str, Any] | None = None
        faults: list[str] = []
        for record in _lines(file):
            if record["k"] == "profile":
                last = record
            elif record["k"] == "fault":
                faults.append(f"{record['f']}: {record['text']}")
        found.append(Profiled(last, tuple(faults)))
    return tuple(found)


def _process(file: Path) -> Process:
    reading = _Reading()
    for record in _lines(file):
        _take(reading, record)
    for call in reading.calls:
        reading.counts[call.place] = max(reading.counts.get(call.place, 0), call.index + 1)
    return Process(
        reading.command,
        reading.started,
        tuple(sorted(reading.calls, key=lambda call: (call.place, call.index))),
        dict(reading.timed),
        reading.counts,
        reading.graph,
        tuple(reading.faults),
        frozenset(reading.draws),
        reading.seeded,
    )


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    with file.open(encoding="utf-8") as stream:
        for line in stream:
            if line.endswith("\n"):  # else the process was killed, or the disk full, in the middle of it
                yield json.loads(line)


def _take(reading: _Reading, record: dict[str, Any]) -> None:
    kind = record["k"]
    if kind == "leaf":
        reading.leaves[record["i"]] = _frozen(record["v"])
    elif kind == "process":
        reading.command, reading.started = tuple(record["argv"]), record["at"]
    elif kind == "call":
        reading.calls.append(_call(reading.leaves, record))
    elif kind == "times":
        for key, seconds, traces, memory in record["all"]:
            reading.timed[key].append(TimedCall(seconds, traces, memory))
    elif kind == "count":
        reading.counts[record["c"], tuple(record["up"]), record["f"]] = record["n"]
    elif kind == "graph":
        reading.graph[record["f"]] = tuple(record["up"])
    elif kind == "draws":
        reading.draws.add(record["f"])
    elif kind == "seeded":
        reading.seeded = True
    elif kind == "fault":
        reading.faults.append(f"{record['f']}: {record['text']}")


def _call(leaves: dict[int, Leaf], record: dict[str, Any]) -> CallRecord:
    before = _named(leaves, record["before"])
    after = None
    if before is not None:
        changes = dict(record["after"] or ())
        after = {path: leaf for path, leaf in before.items() if changes.get(path) != -1}
        after.update((path, leaves[number]) for path, number in changes.items() if number != -1)
    return CallRecord(
        key=record["f"],
        index=record["n"],
        context=record["c"],
        around=tuple(record["up"]),
        before=before,
        after=after,
        result=_named(leaves, record["result"]),
        error=_frozen(record["error"]),
        said=record["said"],
        graph=record["graph"],
        traces=record["traces"],
    )


def _named(leaves: dict[int, Leaf], pairs: list[list[Any]] | None) -> Leaves | None:
    return None if pairs is None else {path: leaves[number] for path, number in pairs}


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
