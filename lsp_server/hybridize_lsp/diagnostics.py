"""Findings as the client shows them: pulled, or pushed to clients that do not ask."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from hybridize_analyzer.report import Evidence, Finding, Severity
from hybridize_analyzer.workspace.fingerprint import fingerprints
from lsprotocol.types import Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity

from hybridize_lsp.facts import FileFacts
from hybridize_lsp.views import View

SOURCE = "hybridize"
_SEVERITIES = {
    Severity.ERROR: DiagnosticSeverity.Error,
    Severity.WARNING: DiagnosticSeverity.Warning,
    Severity.NOTE: DiagnosticSeverity.Information,
}


@dataclass(frozen=True, slots=True)
class Shown:
    """One finding as the client shows it.  uri: of its document.  digest: of all that one sees of it."""

    finding: Finding
    mark: str
    uri: str
    item: Diagnostic
    digest: bytes


@dataclass(frozen=True)
class Told:
    """What the client is told about a unit.

    places: its documents, and where each begins.  plain: whether its columns are the same in every encoding.
    """

    facts: FileFacts | None
    places: tuple[tuple[str, int], ...]
    lines: int
    plain: bool
    shown: tuple[Shown, ...]

    def of(self, uri: str) -> list[Diagnostic]:
        """The diagnostics of one document."""
        return [shown.item for shown in self.shown if shown.uri == uri]

    def digest(self, uri: str) -> str:
        """The same for the same diagnostics of a document, whatever its version."""
        return self._digests.get(uri) or _digest(())

    @cached_property
    def _digests(self) -> dict[str, str]:
        uris = dict.fromkeys(shown.uri for shown in self.shown)
        return {uri: _digest(shown.digest for shown in self.shown if shown.uri == uri) for uri in uris}

    @cached_property
    def _by_finding(self) -> dict[int, Shown]:
        return {id(shown.finding): shown for shown in self.shown}

    def again(self, finding: Finding, mark: str) -> Shown | None:
        """What was shown of this very finding, if nothing else than the text of its unit can have changed it."""
        shown = self._by_finding.get(id(finding))
        if shown is None or shown.mark != mark:
            return None
        here = all(fact.location.path == finding.location.path for fact in finding.evidence)
        return shown if here else None


NOTHING_TOLD = Told(None, (), 0, plain=False, shown=())


def diagnostics(view: View, *, related: bool, before: Told = NOTHING_TOLD) -> Told:
    """The findings of a unit as the client shows them.

    related: whether the client shows the places that a finding rests on.  before: what it was told of an earlier text.
    """
    unit = view.unit
    places = tuple((part.uri, part.first) for part in unit.parts)
    lines = sum(part.count for part in unit.parts)
    if before.facts is view.facts and (before.places, before.lines) == (places, lines):
        return before
    plain = unit.text.isascii() and not view.closed
    known = before if plain and before.plain and before.places == places else NOTHING_TOLD
    shown = []
    marks = fingerprints(view.facts.findings)
    for finding, mark in zip(view.facts.findings, marks, strict=True):
        part = view.part_of(finding.location)
        if part is not None:
            again = known.again(finding, mark)
            shown.append(again or _shown(finding, mark, part.uri, view, related=related))
    return Told(view.facts, places, lines, plain, tuple(shown))


def _shown(finding: Finding, mark: str, uri: str, view: View, *, related: bool) -> Shown:
    item = _diagnostic(view, finding, mark, related=related)
    seen = (str(item.range), item.severity, item.code, item.message, str(item.related_information))
    return Shown(finding, mark, uri, item, json.dumps(seen).encode("utf-8", "surrogatepass"))


def _digest(parts: Iterable[bytes]) -> str:
    return hashlib.blake2b(b"\n".join(parts), digest_size=12).hexdigest()


def _diagnostic(view: View, finding: Finding, mark: str, *, related: bool) -> Diagnostic:
    data = {"rule": finding.rule, "function": finding.function, "fingerprint": mark}
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
