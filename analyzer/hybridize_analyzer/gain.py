"""How much a function would gain as a graph, from how many operations it runs and how often it is called.

A graph saves the Python and dispatch cost of every operation and pays for tracing once per trace; so it gains
nothing where every call traces again, or where the caller is a graph already.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace

from hybridize_analyzer.report import FunctionReport
from hybridize_analyzer.semantics.facts import FunctionFacts

_MANY_OPS = 10
_FEW_OPS = 8  # the call of a graph costs about as much as this many small eager operations


def estimate_gain(facts: FunctionFacts) -> str | None:
    """`none`, `low`, `medium` or `high`; None when it cannot be seen what the function executes."""
    if facts.computes is None:
        return None
    if not facts.computes or facts.traced_everywhere or facts.wrapped is not None:
        return "none"
    if any(p.varying for p in facts.parameters):
        return "none"
    if facts.ops < _FEW_OPS:
        return "low"
    return "high" if facts.ops >= _MANY_OPS and facts.in_loop else "medium"


def without_nested(reports: Sequence[FunctionReport]) -> list[FunctionReport]:
    """The reports, with gain `none` for functions that only run inside graphs once their callers are converted.

    A `tf.function` called in a graph adds to tracing and nothing to running: only the outermost is worth it.
    """
    graphs = {
        (r.path, r.line)
        for r in reports
        if (r.verdict == "keep" and r.hybrid)
        or (r.verdict == "convert" and r.safe and r.gain not in (None, "none"))
    }
    return [
        replace(r, gain="none")
        if r.verdict == "convert" and r.gain is not None and _covered(r, graphs)
        else r
        for r in reports
    ]


def _covered(report: FunctionReport, graphs: Set[tuple[str, int]]) -> bool:
    found = set(report.callers or ()) - {(report.path, report.line)}
    return bool(found) and all(caller in graphs for caller in found)
