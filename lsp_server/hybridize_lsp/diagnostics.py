"""Findings as the client shows them: pulled, or pushed to clients that do not ask."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from hybridize_analyzer.report import Evidence, Finding, Severity
from hybridize_analyzer.workspace.fingerprint import fingerprints
from lsprotocol.types import Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity

from hybridize_lsp.views import View

SOURCE = "hybridize"
_SEVERITIES = {
    Severity.ERROR: DiagnosticSeverity.Error,
    Severity.WARNING: DiagnosticSeverity.Warning,
    Severity.NOTE: DiagnosticSeverity.Information,
}


def diagnostics(view: View, *, related: bool) -> dict[str, list[Diagnostic]]:
    """The findings of a unit, by document; every document of the unit is there.

    related: whether the client shows the places that a finding rests on.
    """
    found: dict[str, list[Diagnostic]] = {part.uri: [] for part in view.unit.parts}
    marks = fingerprints(view.facts.findings)
    for finding, mark in zip(view.facts.findings, marks, strict=True):
        part = view.part_of(finding.location)
        if part is not None:
            found[part.uri].append(_diagnostic(view, finding, part.version, mark, related=related))
    return found


def digest(items: Sequence[Diagnostic]) -> str:
    """The same for the same diagnostics, whatever the version of their document."""
    told = [(str(i.range), i.severity, i.code, i.message, str(i.related_information)) for i in items]
    return hashlib.blake2b(json.dumps(told).encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def _diagnostic(view: View, finding: Finding, version: int | None, mark: str, *, related: bool) -> Diagnostic:
    data: dict[str, Any] = {
        "rule": finding.rule,
        "function": finding.function,
        "fingerprint": mark,
        "version": version,
    }
    evidence = [e for e in finding.evidence if e.location != finding.location]
    # Where there is an edit, its code action is the help.
    advice = finding.help if finding.applicability is None else None
    lines = [finding.message, *finding.notes, *([] if advice is None else [f"help: {advice}"])]
    if not related:
        lines += [f"= {fact.message} ({fact.location.path}:{fact.location.line})" for fact in evidence]
    return Diagnostic(
        range=view.range(finding.location),
        message="\n".join(lines),
        severity=_SEVERITIES[finding.severity],
        code=finding.code,
        source=SOURCE,
        related_information=_related(view, evidence) if related else None,
        data=data,
    )


def _related(view: View, evidence: Sequence[Evidence]) -> list[DiagnosticRelatedInformation]:
    places = ((fact.message, view.place(fact.location)) for fact in evidence)
    return [DiagnosticRelatedInformation(place, message) for message, place in places if place is not None]
