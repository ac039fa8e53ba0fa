"""A predicted number of traces as people read it."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.report import TraceCause, Tracing


def traces_expected(tracing: Tracing, sites: int) -> str:
    """`1 trace expected (1 signature at 1 call site)`."""
    places = f"at {_counted(sites, 'call site')}"
    if tracing.count is not None:
        signatures = _counted(tracing.count, "signature")
        return f"{_counted(tracing.count, 'trace')} expected ({signatures} {places})"
    if tracing.unbounded:
        return f"a number of traces that grows with the calls ({places})"
    if tracing.most is not None:
        return f"{tracing.least} to {tracing.most} traces expected ({places}; {tracing.reason})"
    return f"traces not predicted ({tracing.reason})"


def trace_notes(tracing: Tracing) -> Iterator[str]:
    """What tells the traces apart, with the lines where it is passed; nothing for one trace."""
    if tracing.count is not None or tracing.unbounded or tracing.most is not None:
        yield from (f"more than one trace: {_cause(cause)}" for cause in tracing.causes)


def retraced(cause: TraceCause, tracing: Tracing) -> str:
    """One cause with the place that brings it, and what comes of it: `… → 40 traces`."""
    what, name = cause.message, f"`{cause.parameter}` "
    if cause.evidence:
        where = cause.evidence[0].location
        what = what.replace(name, f"{name[:-1]}, passed at {where.path}:{where.line}, ", 1)
    return f"{what} → {_number(tracing)}"


def _number(tracing: Tracing) -> str:
    if tracing.count is not None:
        return _counted(tracing.count, "trace")
    if tracing.unbounded:
        return "more traces with every call"
    if tracing.most is not None:
        return f"up to {_counted(tracing.most, 'trace')}"
    return f"at least {_counted(tracing.least, 'trace')}" if tracing.least > 1 else "a trace for each"


def _cause(cause: TraceCause) -> str:
    lines = sorted({e.location.line for e in cause.evidence})
    places = f" (line{'s' if len(lines) > 1 else ''} {', '.join(map(str, lines))})" if lines else ""
    return cause.message + places


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
