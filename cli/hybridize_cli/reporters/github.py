"""`github`: workflow commands that GitHub Actions shows as annotations."""

from __future__ import annotations

from collections.abc import Mapping

from hybridize_analyzer.report import Finding, Problem, Report, Severity

from hybridize_cli.escaping import printable
from hybridize_cli.reporters.context import RenderContext, display_path
from hybridize_cli.reporters.messages import message_with_evidence

_COMMANDS: Mapping[Severity, str] = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.NOTE: "notice",
}


def render(report: Report, context: RenderContext) -> str:
    """One command per finding and per error."""
    findings = [_finding(finding, report, context) for finding in report.findings]
    errors = [_problem(problem, report, context) for problem in report.errors]
    return "".join(f"{command}\n" for command in findings + errors)


def _finding(finding: Finding, report: Report, context: RenderContext) -> str:
    location = finding.location
    properties: dict[str, object] = {
        "title": f"{finding.code} {finding.rule}",
        "file": display_path(location.path, report, context),
        "line": location.line,
        "endLine": location.end_line,
    }
    if location.line == location.end_line:  # GitHub rejects columns of a range of several lines
        properties |= {"col": location.column, "endColumn": location.end_column}
    return _command(_COMMANDS[finding.severity], properties, message_with_evidence(finding, report, context))


def _problem(problem: Problem, report: Report, context: RenderContext) -> str:
    properties: dict[str, object] = {"title": "hybridize"}
    if problem.path:
        properties["file"] = display_path(problem.path, report, context)
    if problem.line is not None:
        properties["line"] = problem.line
    if problem.line is not None and problem.column is not None:
        properties["col"] = problem.column
    return _command("error", properties, problem.message)


def _command(name: str, properties: Mapping[str, object], message: str) -> str:
    fields = ",".join(f"{key}={_escape_property(str(value))}" for key, value in properties.items())
    return f"::{name} {fields}::{_escape(message)}"


def _escape(text: str) -> str:
    """As commands are written: line breaks encoded, and no other control character in the log."""
    lines = text.replace("%", "%25").replace("\r", "%0D").split("\n")
    return "%0A".join(map(printable, lines))


def _escape_property(text: str) -> str:
    return _escape(text).replace(":", "%3A").replace(",", "%2C")
