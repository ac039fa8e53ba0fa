"""Verdicts in a few words, for lenses, titles and hovers."""

from __future__ import annotations

from hybridize_analyzer.report import FunctionReport
from hybridize_analyzer.verdict.reasons import counted
from hybridize_refactorings.top_level import TOP_LEVEL

_OUTCOME = {
    "convert": "can be a graph",
    "remove": "gains nothing as a graph",
    "reconfigure": "is better traced otherwise",
    "undetermined": "not known whether it can be a graph",
}


def named(qualname: str) -> str:
    """A function in a title: by its name, unless it stands for the top level of a file."""
    return "the training loop" if qualname == TOP_LEVEL else f"`{qualname}`"


def status(function: FunctionReport) -> str:
    """Such as `runs eagerly · can be a graph · gain high · 1 trace`.

    Where runs are recorded, with their time: `runs eagerly · 38 ms here · can be a graph · 6x as a graph · 1 trace`.
    """
    now = "runs as a graph" if function.hybrid else "runs eagerly"
    outcome = _OUTCOME.get(function.verdict, "stays as it is")
    run = function.run
    here = [] if run is None or run.each is None else [f"{_duration(run.each)} here"]
    parts = [now, *here, outcome]
    if function.verdict == "convert" and not function.safe:
        parts.append("on assumptions")
    if function.verdict == "convert":
        parts += _gain(function)
    if function.traces is not None and (function.hybrid or function.verdict == "convert"):
        parts.append(counted(function.traces, "trace"))
    return " · ".join(parts)


def _gain(function: FunctionReport) -> list[str]:
    """What is expected of a graph: from the time that was measured, else by its size."""
    run = function.run
    if run is not None and run.each and run.expected and function.gain != "none":
        return [f"{run.each / run.expected:.2g}x as a graph"]
    return [] if function.gain is None else [f"gain {function.gain}"]


def _duration(seconds: float) -> str:
    """Such as `38 ms`, to two digits or to the second."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            number = seconds / size
            return f"{number:.0f} {unit}" if number >= 10 else f"{number:.1f} {unit}"
    return f"{seconds * 1e6:.0f} µs"


def edit_title(function: FunctionReport) -> str:
    """What the edit of a function does, in a line that menus show whole; `edit_conditions` says the rest."""
    if function.verdict == "remove":
        title = f"Remove `tf.function` from `{function.qualname}`"
    elif function.verdict == "reconfigure":
        option = (function.reconfiguration or "").partition("=")[0]
        title = f"Trace `{function.qualname}` less often: add `{option}`"
    else:
        title = f"Convert `{function.qualname}` to a graph"
    return title if function.safe else f"{title} ({_condition(function)})"


def edit_conditions(function: FunctionReport) -> str:
    """What has to hold for the edit to change nothing, in whole; empty for a safe one."""
    if function.safe:
        return ""
    return "; ".join(_open(function)) or "the edit may change what the program does"


def _condition(function: FunctionReport) -> str:
    kinds = list(
        dict.fromkeys(a.kind.value.replace("-", " ") for a in function.assumptions if not a.accepted)
    )
    if not kinds:
        return "may change behaviour"
    more = f" and {len(kinds) - 1} more" if len(kinds) > 1 else ""
    return f"assumes: {kinds[0]}{more}"


def _open(function: FunctionReport) -> list[str]:
    return [assumption.message for assumption in function.assumptions if not assumption.accepted]
