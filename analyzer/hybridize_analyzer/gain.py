"""How much a function would gain as a graph, from what it computes and how often it is called.

Eager execution pays Python and dispatch for every operation.  A graph pays a fixed price for every call, less for every
operation, and once for tracing; arithmetic costs both the same.  So many small operations gain, few large ones do not,
and nothing is gained where every call traces again, or makes the function anew, or where the caller is a graph
already.  The constants are fitted
to measurements: `python -m corpus.gain`, docs/gain.md.
"""

from __future__ import annotations

import math
from collections.abc import Sequence, Set
from dataclasses import replace

from hybridize_analyzer.report import FunctionReport
from hybridize_analyzer.semantics.facts import FunctionFacts

EAGER_OPERATION = 28.0
GRAPH_OPERATION = 1.0
GRAPH_CALL = 200.0
"""Microseconds: for an operation, for an operation in a graph, for the call of a graph."""
ARITHMETIC = 5e-5
"""Microseconds for a multiplication or an addition."""
FEWEST = math.ceil(GRAPH_CALL / (EAGER_OPERATION - GRAPH_OPERATION))
"""Small operations from which a graph is faster than running them one by one."""
MEDIUM, HIGH = 1.5, 3.0
"""The speed-ups from which a gain is medium, and high."""
_SMALL = 500_000  # multiplications and additions, which take as long as dispatching one operation


def speed_up(ops: int, work: int) -> float:
    """How many times faster a call is as a graph, once traced.  ops, work: as in `semantics.costs`."""
    arithmetic = work * ARITHMETIC
    return (EAGER_OPERATION * ops + arithmetic) / (GRAPH_CALL + GRAPH_OPERATION * ops + arithmetic)


def size_of(factor: float) -> str:
    """The class of a speed-up: `low`, `medium` or `high`."""
    return "high" if factor >= HIGH else "medium" if factor >= MEDIUM else "low"


def estimate_gain(facts: FunctionFacts) -> str | None:
    """`none`, `low`, `medium` or `high`; None when it cannot be seen what the function executes."""
    if facts.computes is None:
        return None
    if not facts.computes or facts.traced_everywhere or facts.wrapped is not None:
        return "none"
    if facts.per_call or any(p.varying for p in facts.parameters):
        return "none"
    return "low" if facts.once else size_of(speed_up(facts.ops, facts.work))


def gain_reason(facts: FunctionFacts) -> str:
    """Why: `27 small operations per call, called in a loop at train.py:87`; and where that is a loss."""
    text = _counted(facts)
    if facts.once or speed_up(facts.ops, facts.work) >= 1.0:
        return text
    return f"{text}; no gain expected below {FEWEST} operations"


def _counted(facts: FunctionFacts) -> str:
    sizes = "" if not facts.ops else "small " if facts.work <= _SMALL * facts.ops else "large "
    counted = f"{facts.ops} {sizes}operation{'' if facts.ops == 1 else 's'} per call"
    if facts.repeated is not None:
        return f"{counted}, called in a loop at {facts.repeated.path}:{facts.repeated.line}"
    return f"{counted}, called once" if facts.once else counted


def without_nested(reports: Sequence[FunctionReport]) -> list[FunctionReport]:
    """The reports, with gain `none` for functions that only run inside graphs once their callers are converted.

    A `tf.function` called in a graph adds to tracing and nothing to running: only the outermost is worth it.  A safe edit is
    made where those of its callers may not be, so that only safe ones take its gain.
    """
    hybrid = {_key(r) for r in reports if r.hybrid and r.verdict in ("keep", "reconfigure")}
    converted = [r for r in reports if r.verdict == "convert" and r.gain not in (None, "none")]
    safe = hybrid | {_key(r) for r in converted if r.safe}
    every = hybrid | {_key(r) for r in converted}
    return [
        replace(r, gain="none")
        if r.verdict == "convert" and r.gain is not None and _covered(r, safe if r.safe else every)
        else r
        for r in reports
    ]


def _key(report: FunctionReport) -> tuple[str, int]:
    return report.path, report.line


def _covered(report: FunctionReport, graphs: Set[tuple[str, int]]) -> bool:
    found = set(report.callers or ()) - {_key(report)}
    return bool(found) and all(caller in graphs for caller in found)
