"""Where the time of a step goes: what XLA and TensorFlow ran, by kind, as TensorFlow's profiler saw it."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import tensorflow as tf

KINDS = (
    ("matrix products", ("MatMul", "dot")),
    ("gather", ("gather", "Gather")),
    ("slices", ("dynamic-update-slice", "dynamic-slice", "UpdateSlice", "StridedSlice")),
    ("elementwise", ("fusion", "Pow", "Mul", "Add", "Sum", "reduce")),
    ("copies", ("copy", "Concat", "broadcast", "pad")),
)
"""What a name contains, tried in this order."""
_WAITING = ("BlockUntilReady", "KernelAndDeviceFunc::Run")
_Span = tuple[int, int, str]


def profile(step: Callable[[], Any], calls: int = 5) -> dict[str, float]:
    """Share of the time of `step` by kind of work, after warm-up; they add up to 1.

    Raises:
        ImportError: this TensorFlow does not carry the format of its profiler.
    """
    for _ in range(3):
        step()
    with tempfile.TemporaryDirectory() as folder:
        with tf.profiler.experimental.Profile(folder):
            for _ in range(calls):
                step()
        (file,) = Path(folder).rglob("*.xplane.pb")
        spans = list(_lines(file.read_bytes()))
    times: Counter[str] = Counter()
    for line in spans:
        times.update(_own_times(line))
    total = times.total()
    return {kind: round(time / total, 3) for kind, time in times.most_common()}


def _lines(data: bytes) -> Iterator[list[_Span]]:
    """Per thread: begin, end and name of what ran, outer before inner."""
    space = import_module("tensorflow.tsl.profiler.protobuf.xplane_pb2").XSpace()
    space.ParseFromString(data)
    for plane in space.planes:
        names = {key: entry.name for key, entry in plane.event_metadata.items()}
        for line in plane.lines:
            yield sorted(
                ((e.offset_ps, e.offset_ps + e.duration_ps, names[e.metadata_id]) for e in line.events),
                key=lambda span: (span[0], -span[1]),
            )


def _own_times(spans: list[_Span]) -> Counter[str]:
    """Time by kind, each span without those inside it."""
    times: Counter[str] = Counter()
    open_spans: list[_Span] = []
    for begin, end, name in spans:
        while open_spans and open_spans[-1][1] <= begin:
            open_spans.pop()
        if open_spans:
            times[_kind(open_spans[-1][2])] -= end - begin
        open_spans.append((begin, end, name))
        times[_kind(name)] += end - begin
    del times["waiting"]
    return times


def _kind(name: str) -> str:
    if name in _WAITING:
        return "waiting"
    return next((kind for kind, parts in KINDS if any(part in name for part in parts)), "dispatch")
