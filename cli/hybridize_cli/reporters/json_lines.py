"""`jsonl`: the objects of the JSON contract, one per line, for readers that stream."""

from __future__ import annotations

from hybridize_analyzer.report import Report

from hybridize_cli.reporters.context import RenderContext
from hybridize_cli.reporters.json_object import JsonObject, contract, dump


def render(report: Report, context: RenderContext) -> str:
    """A `run` line, then functions, findings and errors; `type` tells them apart."""
    whole = contract(report, context)
    lines: list[JsonObject] = [{"type": "run", "version": whole["version"], "tool": whole["tool"]}]
    for kind in ("function", "finding", "error"):
        lines += [{"type": kind, **item} for item in whole[f"{kind}s"]]
    return "".join(dump(line) for line in lines)
