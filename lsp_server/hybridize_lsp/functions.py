"""`hybridize/functions`: every function with its verdict, for views that list them."""

from __future__ import annotations

from typing import Any

from hybridize_analyzer.report import FunctionReport
from hybridize_analyzer.verdict.acceptance import assumption_notes
from lsprotocol.types import Range

from hybridize_lsp.state import State, closed_views, open_views
from hybridize_lsp.views import View


def listed(state: State) -> list[dict[str, Any]]:
    """One entry per document with functions: its `uri`, and `functions` in the order of the text."""
    return [entry for view in (*open_views(state), *closed_views(state)) for entry in _entries(view)]


def _entries(view: View) -> list[dict[str, Any]]:
    entries: dict[str, list[dict[str, Any]]] = {}
    for function in view.facts.functions:
        part = view.part_of(function.location)
        if part is not None:
            entries.setdefault(part.uri, []).append(_entry(function, view.range(function.location)))
    return [{"uri": uri, "functions": functions} for uri, functions in entries.items()]


def _entry(function: FunctionReport, range_: Range) -> dict[str, Any]:
    return {
        "name": function.qualname,
        "range": {
            "start": {"line": range_.start.line, "character": range_.start.character},
            "end": {"line": range_.end.line, "character": range_.end.character},
        },
        "verdict": function.verdict,
        "safe": function.safe,
        "hybrid": function.hybrid,
        "gain": function.gain,
        "traces": function.traces,
        "refusals": list(function.refusals),
        "assumptions": list(assumption_notes(function)),
    }
