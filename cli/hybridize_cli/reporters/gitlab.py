"""`gitlab`: a Code Quality report, which merge requests show as a widget."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from hybridize_analyzer.report import Finding, Problem, Report, Severity
from hybridize_analyzer.workspace.fingerprint import fingerprints

from hybridize_cli.reporters.context import RenderContext, display_path
from hybridize_cli.reporters.json_object import JsonObject, dump

_SEVERITIES: Mapping[Severity, str] = {
    Severity.ERROR: "major",
    Severity.WARNING: "minor",
    Severity.NOTE: "info",
}


def render(report: Report, context: RenderContext) -> str:
    """A JSON list of issues; errors are issues of severity `critical`."""
    identities = fingerprints(report.findings)
    pairs = zip(report.findings, identities, strict=True)
    findings = [_finding(finding, identity, report, context) for finding, identity in pairs]
    return dump(findings + [_problem(problem, report, context) for problem in report.errors], indent=2)


def _finding(finding: Finding, fingerprint: str, report: Report, context: RenderContext) -> JsonObject:
    location = finding.location
    return {
        "description": finding.message,
        "check_name": finding.rule,
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[finding.severity],
        "location": {
            "path": display_path(location.path, report, context),
            "positions": {
                "begin": {"line": location.line, "column": location.column},
                "end": {"line": location.end_line, "column": location.end_column},
            },
        },
    }


def _problem(problem: Problem, report: Report, context: RenderContext) -> JsonObject:
    return {
        "description": problem.message,
        "check_name": "analysis-error",
        "fingerprint": _fingerprint(problem),
        "severity": "critical",
        "location": {
            "path": display_path(problem.path, report, context),
            "lines": {"begin": problem.line or 1},
        },
    }


def _fingerprint(problem: Problem) -> str:
    identity = f"analysis-error\0{problem.path}\0{problem.message}"
    return hashlib.sha256(identity.encode("utf-8", "surrogatepass")).hexdigest()[:32]
