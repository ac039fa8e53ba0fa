"""`docs/measured/gain.md`: how the gain is estimated, and how well."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from hybridize_analyzer.verdict import gain

from corpus.gain.timing import Measured

CLASSES = ("low", "medium", "high")


def page(rows: Sequence[Measured], versions: Mapping[str, str]) -> str:
    """The page as Markdown."""
    timed = [row for row in rows if row.speed_up is not None]
    return "\n".join([_head(timed, versions), *_table(timed), *_agreement(timed), *_rows(rows)]) + "\n"


def expected(row: Measured) -> str:
    """The class of the speed-up that follows from operations and arithmetic."""
    return gain.size_of(row.expected)


def found(row: Measured) -> str:
    """The class of the measured speed-up."""
    return gain.size_of(row.speed_up or 0.0)


def agreement(rows: Sequence[Measured]) -> tuple[int, int]:
    """How often the class is the measured one, and how often it is that one or its neighbour."""
    apart = [abs(CLASSES.index(expected(row)) - CLASSES.index(found(row))) for row in rows]
    return apart.count(0), apart.count(0) + apart.count(1)


def _head(timed: Sequence[Measured], versions: Mapping[str, str]) -> str:
    exact, near = agreement(timed)
    share = 100 * exact / max(len(timed), 1)
    named = ", ".join(f"{name} {version}" for name, version in versions.items())
    return f"""# What a graph gains

`check` says for every function that it would convert how much that is expected to gain: `none`, `low`, `medium` or `high`,
and why ("27 small operations per call, called in a loop at train.py:87").

The analysis counts the operations that one call executes (loops with a known number of rounds that many times, others as
8 rounds, a gradient as twice what it differentiates, a Keras layer and a step of an optimizer as the operations that take
as long), and the arithmetic in them where shapes are known (an axis of unknown length counts 32). From these follow the
times of a call:

- eager: {gain.EAGER_OPERATION:g} us per operation, plus the arithmetic at {1e-3 / gain.ARITHMETIC:g} billion per second;
- as a graph: {gain.GRAPH_CALL:g} us, plus {gain.GRAPH_ARGUMENT:g} us per tensor that it is given (a list of them counts as
  a few), plus {gain.GRAPH_OPERATION:g} us per operation, plus the arithmetic.

Their ratio is the expected speed-up: `high` from {gain.HIGH:g}, `medium` from {gain.MEDIUM:g}, else `low`: a function of one
tensor is `medium` from {_from(gain.MEDIUM)} small operations on, and `high` from {_from(gain.HIGH)}. Below {gain.FEWEST} it
is a loss, and `check` says "no gain expected". A call of code that cannot be seen, but that computes with tensors, counts as
{gain.UNSEEN_CALL} operations. `none` is not a matter of time: the function computes nothing, runs only inside graphs or
inside `fit` already, every call would trace it again, all its callers become graphs that pay, or its file is written for
TensorFlow 1 or another framework. A function that a run calls once at most is `low`: tracing costs more than a call. So is
a method that a class above its own calls, as what pays is around it, and a function that takes no gradients unless a loop
of a visible program calls it (one through the layers of a network is none) and a call saves two milliseconds.
[findings.md](findings.md) has findings that were read one by one.

**Nothing below `medium` is reported or edited unless asked for** (`--min-gain`): tracing, and a call that other threads
disturb, cost more than a small gain brings in.

`python -m corpus.gain` timed {len(timed)} functions ({named}; one thread; median of each series, the quicker of
three): the converted functions of the bundled models on the arguments of a real call, and generated programs. Other
programs ran on the machine; the constants are fitted to these measurements, so the agreement is that of the fit.

**The expected class is the measured one for {exact} of {len(timed)} ({share:.0f} %), and it or its neighbour for {near}.**

![expected and measured speed-up](gain.svg)
"""


def _from(factor: float) -> int:
    """The fewest small operations on one tensor that gain as much."""
    return next(ops for ops in count(1) if gain.speed_up(ops, 0) >= factor)


def _table(timed: Sequence[Measured]) -> Iterator[str]:
    yield "| expected \\ measured | " + " | ".join(CLASSES) + " |"
    yield "|---|" + "---:|" * len(CLASSES)
    for name in CLASSES:
        counts = [sum(expected(r) == name and found(r) == other for r in timed) for other in CLASSES]
        yield f"| {name} | " + " | ".join(map(str, counts)) + " |"


def _agreement(timed: Sequence[Measured]) -> Iterator[str]:
    yield ""
    for title, wanted in (("bundled models", False), ("generated programs", True)):
        part = [row for row in timed if _is_generated(row) is wanted]
        exact, near = agreement(part)
        yield f"- {title}: {exact} of {len(part)} the same class, {near} the same or the next."


def _is_generated(row: Measured) -> bool:
    return " " in row.program


def _rows(rows: Sequence[Measured]) -> Iterator[str]:
    yield "\n## Function by function\n"
    yield "| program | function | operations | arithmetic | eager us | graph us | speed-up | expected | reported gain |"
    yield "|---|---|---:|---:|---:|---:|---:|---:|---|"
    for row in rows:
        start = f"| {row.program} | `{row.qualname}` | {row.ops} | {row.work:.3g} |"
        if row.speed_up is None:
            yield f"{start} not timed: {row.error} | | | | {row.predicted} |"
        else:
            times = f"{row.eager_us:.0f} | {row.graph_us:.0f} | {row.speed_up:.1f}"
            yield f"{start} {times} | {row.expected:.1f} | {row.predicted} |"
