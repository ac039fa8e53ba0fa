"""Original against edited program: same outputs, and how much faster."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from statistics import median

from corpus.demo.commands import edited_functions
from corpus.demo.programs import ProgramError, Run, Worker

TOLERANCE = 1e-3  # relative; graphs may fuse and reorder floating-point operations
SMALL = 1e-2  # numbers below this are compared absolutely
WARM_UP_STEPS = 20
SECONDS_PER_RUN = 1.5  # of eager stepping
STEPS_ALLOWED = (20, 800)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What two versions of one program did.

    eager_ms, graph_ms: median milliseconds per step once traced, of the quicker of two runs; None where
    nothing was edited or the program failed.
    eager_seconds, graph_seconds: whole runs of `steps` steps, with start and tracing.
    difference: largest relative difference between outputs.  error: why there is no result, or None.
    """

    model: str
    functions: tuple[str, ...]
    steps: int = 0
    eager_ms: float | None = None
    graph_ms: float | None = None
    eager_seconds: float | None = None
    graph_seconds: float | None = None
    difference: float | None = None
    error: str | None = None

    @property
    def equal(self) -> bool:
        """Whether both versions ran and agree within TOLERANCE."""
        return self.difference is not None and self.difference <= TOLERANCE

    @property
    def speed_up(self) -> float | None:
        """Eager over graph time per step."""
        return self.eager_ms / self.graph_ms if self.eager_ms and self.graph_ms else None


def compare(original: Path, edited: Path, eager: Worker, graph: Worker) -> Comparison:
    """Runs both versions to compare outputs, then alternates them to time their steps."""
    functions = edited_functions(original, edited)
    try:
        before, after = eager.run(original, WARM_UP_STEPS), graph.run(edited, WARM_UP_STEPS)
        difference = largest_difference(before.results, after.results)
        if not functions:
            return Comparison(original.name, functions, WARM_UP_STEPS, difference=difference)
        steps = _steps_worth_timing(before)
        # In the order eager, graph, graph, eager a slow drift of the machine costs both the same; of two runs
        # the quicker one counts, because whatever else the machine does can only add time.
        e1, g1 = eager.run(original, steps), graph.run(edited, steps)
        g2, e2 = graph.run(edited, steps), eager.run(original, steps)
    except ProgramError as error:
        return Comparison(original.name, functions, error=str(error))
    return Comparison(
        original.name,
        functions,
        steps,
        eager_ms=min(median(e1.intervals), median(e2.intervals)),
        graph_ms=min(median(g1.intervals), median(g2.intervals)),
        eager_seconds=min(e1.seconds, e2.seconds),
        graph_seconds=min(g1.seconds, g2.seconds),
        difference=difference,
    )


def _steps_worth_timing(warm_up: Run) -> int:
    low, high = STEPS_ALLOWED
    wanted = 1e3 * SECONDS_PER_RUN / median(warm_up.intervals)
    return 10 * round(min(max(wanted, low), high) / 10)


def largest_difference(a: dict[str, float | list[float]], b: dict[str, float | list[float]]) -> float:
    """Largest relative difference between the numbers of two results; infinite where their names differ."""
    if a.keys() != b.keys():
        return math.inf
    pairs = [
        pair for name in a for pair in zip_longest(_numbers(a[name]), _numbers(b[name]), fillvalue=math.nan)
    ]
    return max((_difference(x, y) for x, y in pairs), default=0.0)


def _numbers(value: float | list[float]) -> list[float]:
    return value if isinstance(value, list) else [value]


def _difference(x: float, y: float) -> float:
    gap = abs(x - y) / (SMALL + max(abs(x), abs(y)))
    return math.inf if math.isnan(gap) else gap
