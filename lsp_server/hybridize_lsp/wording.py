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
    """What the edit of a function does, as an action that can be chosen."""
    if function.verdict == "remove":
        title = f"Run `{function.qualname}` eagerly: remove `tf.function`"
    elif function.verdict == "reconfigure":
        title = f"Trace `{function.qualname}` less often: add `{function.reconfiguration}`"
    else:
        title = f"Convert `{function.qualname}` to a graph with `@tf.function`"
    if function.safe:
        return title
    assumed = [assumption.message for assumption in function.assumptions if not assumption.accepted]
    more = len(assumed) - 1
    why = assumed[0] if assumed else "the edit may change behaviour"
    return f"{title} (unsafe: {why}{f', and {more} more' if more > 0 else ''})"
