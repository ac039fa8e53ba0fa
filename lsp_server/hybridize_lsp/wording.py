"""Verdicts in a few words, for lenses, titles and hovers."""

from __future__ import annotations

from hybridize_analyzer.report import FunctionReport
from hybridize_analyzer.verdict.reasons import counted

_OUTCOME = {
    "convert": "can be a graph",
    "remove": "gains nothing as a graph",
    "reconfigure": "is better traced otherwise",
    "undetermined": "not known whether it can be a graph",
}


def status(function: FunctionReport) -> str:
    """Such as `runs eagerly · can be a graph · gain high · 1 trace`."""
    now = "runs as a graph" if function.hybrid else "runs eagerly"
    outcome = _OUTCOME.get(function.verdict, "stays as it is")
    parts = [now, outcome]
    if function.verdict == "convert" and not function.safe:
        parts.append("on assumptions")
    if function.verdict == "convert" and function.gain is not None:
        parts.append(f"gain {function.gain}")
    if function.traces is not None and (function.hybrid or function.verdict == "convert"):
        parts.append(counted(function.traces, "trace"))
    return " · ".join(parts)


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
