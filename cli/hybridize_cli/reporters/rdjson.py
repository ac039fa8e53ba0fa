"""`rdjson`: the Reviewdog Diagnostic Format.

Its reader rejects fields that it does not know, so evidence is part of the message rather than the
`related_locations` of the newest versions.  Its columns count UTF-8 bytes.
"""

from __future__ import annotations

from collections.abc import Mapping

from hybridize_analyzer.report import Finding, Problem, Report, Severity

from hybridize_cli.reporters.context import RenderContext, display_path, rule_page_url
from hybridize_cli.reporters.json_object import JsonObject, dump
from hybridize_cli.reporters.messages import message_with_evidence
from hybridize_cli.reporters.source_lines import LineReader, line_reader

_SEVERITIES: Mapping[Severity, str] = {
    Severity.ERROR: "ERROR",
    Severity.WARNING: "WARNING",
    Severity.NOTE: "INFO",
}


def render(report: Report, context: RenderContext) -> str:
    """One `DiagnosticResult`."""
    read_line = line_reader(context.sources)
    findings = [_finding(finding, read_line, report, context) for finding in report.findings]
    errors = [_problem(problem, report, context) for problem in report.errors]
    return dump({"source": {"name": "hybridize"}, "diagnostics": findings + errors}, indent=2)


def _finding(finding: Finding, read_line: LineReader, report: Report, context: RenderContext) -> JsonObject:
    location = finding.location
    code = {"value": finding.code}
    url = rule_page_url(finding.rule, finding.code, context)
    return {
        "message": message_with_evidence(finding, report, context),
        "location": {
            "path": display_path(location.path, report, context),
            "range": {
                "start": _position(location.path, location.line, location.column, read_line),
                "end": _position(location.path, location.end_line, location.end_column, read_line),
            },
        },
        "severity": _SEVERITIES[finding.severity],
        "code": code if url is None else code | {"url": url},
    }


def _problem(problem: Problem, report: Report, context: RenderContext) -> JsonObject:
    location: JsonObject = {"path": display_path(problem.path, report, context)}
    if problem.line is not None:
        location["range"] = {"start": {"line": problem.line}}
    return {"message": problem.message, "location": location, "severity": "ERROR"}


def _position(path: str, line: int, column: int, read_line: LineReader) -> JsonObject:
    """Line and byte column; the line alone where its text is not known."""
    text = read_line(path, line)
    if text is None:
        return {"line": line}
    return {"line": line, "column": len(text[: column - 1].encode("utf-8", "surrogatepass")) + 1}
