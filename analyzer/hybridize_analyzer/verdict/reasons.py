"""Why a function got its verdict, in one line."""

from __future__ import annotations

from hybridize_analyzer.report import EDIT_VERDICTS, FunctionReport
from hybridize_analyzer.verdict.acceptance import assumption_notes

# Facts that speak against a graph, most telling first: field, the value that speaks, what it says.
_AGAINST = (
    ("hybrid", True, "already runs as a graph"),
    ("tensor_parameter", False, "no tensor parameter"),
    ("tensor_computation", False, "no tensor computation"),
    ("called", False, "never called"),
    ("side_effects", True, "Python side effects"),
    ("eager_only_calls", True, "eager-only calls"),
    ("numpy_on_parameters", True, "NumPy on parameters"),
    ("recursive", True, "recursive"),
    ("primitive_parameter", True, "Python values as parameters"),
)


def reason(function: FunctionReport) -> str:
    """What the verdict rests on; never empty."""
    parts = [
        *_refusals(function),
        *(_against(function) if function.verdict == "keep" and not function.refusals else ()),
        *(_unknown(function) if function.verdict == "undetermined" else ()),
        *(_worth(function) if function.verdict in EDIT_VERDICTS else ()),
        *assumption_notes(function),
    ]
    return "; ".join(parts) or "no facts recorded"


def _refusals(function: FunctionReport) -> list[str]:
    word = "because of" if function.verdict in EDIT_VERDICTS else "blocked by"
    return [f"{word} {', '.join(function.refusals)}"] if function.refusals else []


def _against(function: FunctionReport) -> list[str]:
    return [text for name, speaks, text in _AGAINST if getattr(function, name) is speaks]


def _unknown(function: FunctionReport) -> list[str]:
    unknown = [name.replace("_", " ") for name, _, _ in _AGAINST if getattr(function, name) is None]
    return [f"not known: {', '.join(unknown)}"] if unknown else []


def _worth(function: FunctionReport) -> list[str]:
    worth = []
    if function.traces is not None:
        worth.append(f"{counted(function.traces, 'trace')} expected")
    if function.gain is not None:
        worth.append(f"expected gain: {function.gain}")
    return worth


def counted(number: int, noun: str) -> str:
    """`1 trace`, `2 traces`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
