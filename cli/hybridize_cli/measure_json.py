"""A measurement as JSON; `schemas/measure.schema.json` describes it field by field."""

from __future__ import annotations

from collections.abc import Sequence

from hybridize_analyzer.version import tool_version
from hybridize_refactorings.proof.measuring import FunctionMeasure, Measurement, Times, Whole

from hybridize_cli.reporters.json_object import JsonObject, dump

VERSION = 1


def render(measurement: Measurement, command: Sequence[str]) -> str:
    """The whole measurement as one indented JSON object."""
    return dump(contract(measurement, command), indent=2)


def contract(measurement: Measurement, command: Sequence[str]) -> JsonObject:
    """The measurement as the object of the contract.  Times are seconds, memory is bytes."""
    return {
        "version": VERSION,
        "tool": {"name": "hybridize", "version": tool_version()},
        "command": list(command),
        "runs": measurement.runs,
        "original": _whole(measurement.original),
        "edited": _whole(measurement.edited),
        "functions": [_function(found) for found in measurement.functions],
    }


def _whole(whole: Whole) -> JsonObject:
    return {"seconds": whole.seconds, "memory": whole.memory}


def _function(found: FunctionMeasure) -> JsonObject:
    return {
        "path": found.edit.path,
        "qualname": found.edit.qualname,
        "line": found.edit.line,
        "edit": found.edit.what,
        "original": times(found.original),
        "edited": times(found.edited),
        "speed_up": found.speed_up,
        "break_even": found.break_even,
        "inside": [key.rpartition("#")[0] for key in found.inside],
    }


def times(times: Times | None) -> JsonObject | None:
    if times is None:
        return None
    return {
        "calls": times.calls,
        "each": times.each,
        "total": times.total,
        "traces": times.traces,
        "tracing": times.tracing,
        "memory": times.memory,
    }
