"""`sarif`: SARIF 2.1.0 for code scanning services.

URIs are relative to the directory of the run, so that two machines write the same file.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

from hybridize_analyzer.report import Evidence, Finding, Location, Problem, Report
from hybridize_analyzer.workspace.fingerprint import fingerprints

from hybridize_cli.reporters.context import RenderContext, display_path
from hybridize_cli.reporters.json_object import JsonObject, dump
from hybridize_cli.reporters.sarif_rules import LEVELS, descriptors

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_BASE_ID = "%SRCROOT%"
_LINK = re.compile(r"\[([^\[\]]*)\]\(")


def render(report: Report, context: RenderContext) -> str:
    """A SARIF log with one run."""
    return dump({"$schema": _SCHEMA, "version": "2.1.0", "runs": [_run(report, context)]}, indent=2)


def _run(report: Report, context: RenderContext) -> JsonObject:
    rules = descriptors(report, context)
    indexes = {rule["id"]: index for index, rule in enumerate(rules)}
    identities = fingerprints(report.findings)
    pairs = zip(report.findings, identities, strict=True)
    return {
        "tool": {"driver": {"name": "hybridize", "version": context.tool_version, "rules": rules}},
        "originalUriBaseIds": {_BASE_ID: {"description": {"text": "The root of the checked-out sources."}}},
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {
                "executionSuccessful": True,  # a file that cannot be read costs only its own results
                "toolExecutionNotifications": [
                    _notification(error, report, context) for error in report.errors
                ],
            }
        ],
        "results": [_result(finding, identity, indexes, report, context) for finding, identity in pairs],
    }


def _result(
    finding: Finding, fingerprint: str, indexes: Mapping[str, int], report: Report, context: RenderContext
) -> JsonObject:
    location = _location(finding.location, report, context)
    if finding.function is not None:
        location["logicalLocations"] = [{"fullyQualifiedName": finding.function, "kind": "function"}]
    result: JsonObject = {
        "ruleId": finding.code,
        "ruleIndex": indexes[finding.code],
        "level": LEVELS[finding.severity],
        "message": {"text": _message(finding)},
        "locations": [location],
        "partialFingerprints": {"hybridize/v1": fingerprint},
    }
    if finding.evidence:
        result["relatedLocations"] = [
            _related(index, fact, report, context) for index, fact in enumerate(finding.evidence)
        ]
    if finding.applicability is not None:
        result["properties"] = {"applicability": finding.applicability.value}
    return result


def _message(finding: Finding) -> str:
    help_lines = [] if finding.help is None else [f"help: {finding.help}"]
    return _plain("\n".join([finding.message, *finding.notes, *help_lines]))


def _plain(text: str) -> str:
    """`text` with its brackets escaped where SARIF would read a link, as in `layers[0](x)`."""
    return _LINK.sub(r"\\[\1\\](", text)


def _related(index: int, fact: Evidence, report: Report, context: RenderContext) -> JsonObject:
    return {
        "id": index,
        **_location(fact.location, report, context),
        "message": {"text": _plain(fact.message)},
    }


def _location(location: Location, report: Report, context: RenderContext) -> JsonObject:
    region = {
        "startLine": location.line,
        "startColumn": location.column,
        "endLine": location.end_line,
        "endColumn": location.end_column,
    }
    artifact = _artifact(location.path, report, context)
    return {"physicalLocation": {"artifactLocation": artifact, "region": region}}


def _artifact(path: str, report: Report, context: RenderContext) -> JsonObject:
    """A relative URI below the base, an absolute one for files elsewhere."""
    shown = display_path(path, report, context)
    if shown.startswith("../") or Path(shown).is_absolute():
        return {"uri": Path(os.path.abspath(report.root / path)).as_uri()}  # noqa: PTH100 - links stay
    return {"uri": quote(shown, errors="surrogateescape"), "uriBaseId": _BASE_ID}


def _notification(problem: Problem, report: Report, context: RenderContext) -> JsonObject:
    notification: JsonObject = {"level": "error", "message": {"text": _plain(problem.message)}}
    if not problem.path:
        return notification
    physical: JsonObject = {"artifactLocation": _artifact(problem.path, report, context)}
    if problem.line is not None:
        column = {} if problem.column is None else {"startColumn": problem.column}
        physical["region"] = {"startLine": problem.line, **column}
    return notification | {"locations": [{"physicalLocation": physical}]}
