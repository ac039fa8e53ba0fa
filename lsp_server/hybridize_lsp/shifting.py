"""Facts about a text, seen from a later version of it: lines that did not change carry theirs along."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from hybridize_analyzer.report import Evidence, Finding, FunctionReport, Location

from hybridize_lsp.facts import FileFacts, Outline

_Moved = TypeVar("_Moved", Finding, FunctionReport)


@dataclass(frozen=True, slots=True)
class Shift:
    """same: lines before the edit.  tail: the first old line (from 1) behind it.  offset: how far those moved."""

    same: int
    tail: int
    offset: int

    def line(self, number: int) -> int | None:
        """Where a line (from 1) stands now; None if it was edited."""
        if number <= self.same:
            return number
        return number + self.offset if number >= self.tail else None

    def location(self, where: Location) -> Location | None:
        """The same place now; None if a line of it was edited.  What stands above the edit is the object that it was."""
        if where.end_line <= self.same:
            return where
        first, last = self.line(where.line), self.line(where.end_line)
        if first is None or last is None or last - first != where.end_line - where.line:
            return None
        if first == where.line:
            return where
        return Location(where.path, first, where.column, last, where.end_column)


def shift_between(before: Sequence[str], after: Sequence[str]) -> Shift:
    """The smallest range of lines whose replacement makes one text of the other."""
    same = _common(before, after)
    shortest = min(len(before), len(after)) - same
    tail = min(_common(reversed(before), reversed(after)), shortest)
    return Shift(same, len(before) - tail + 1, len(after) - len(before))


def moved(facts: FileFacts, shift: Shift) -> FileFacts:
    """`facts` without what speaks of edited lines, the rest where it stands now."""
    findings = [_finding(finding, shift, facts.relative) for finding in facts.findings]
    functions = [_function(function, shift, facts.relative) for function in facts.functions]
    lines = {f.line: now for f in facts.functions if (now := shift.line(f.line)) is not None}
    return replace(
        facts,
        findings=tuple(f for f in findings if f is not None),
        functions=tuple(f for f in functions if f is not None),
        fixable=frozenset((name, lines[line]) for name, line in facts.fixable if line in lines),
        outlines=tuple(o for outline in facts.outlines if (o := _outline(outline, shift)) is not None),
    )


def _common(before: Iterable[str], after: Iterable[str]) -> int:
    """How many lines are the same at the beginning."""
    same = 0
    for old, new in zip(before, after, strict=False):
        if old != new:
            break
        same += 1
    return same


def _finding(finding: Finding, shift: Shift, path: str) -> Finding | None:
    where = shift.location(finding.location)
    if where is None:
        return None
    evidence = _evidence(finding.evidence, shift, path)
    if where is finding.location and evidence is finding.evidence:
        return finding
    return replace(finding, location=where, evidence=evidence)


def _function(function: FunctionReport, shift: Shift, path: str) -> FunctionReport | None:
    where, line = shift.location(function.location), shift.line(function.line)
    if where is None or line is None:
        return None
    evidence = _evidence(function.evidence, shift, path)
    reasons = ((r, shift.location(r.where) if r.where.path == path else r.where) for r in function.reasons)
    kept = tuple(replace(reason, where=now) for reason, now in reasons if now is not None)
    if where is function.location and evidence is function.evidence and kept == function.reasons:
        return function
    return replace(function, location=where, line=line, evidence=evidence, reasons=kept)


def _evidence(evidence: tuple[Evidence, ...], shift: Shift, path: str) -> tuple[Evidence, ...]:
    now = [(e, shift.location(e.location) if e.location.path == path else e.location) for e in evidence]
    if all(where is e.location for e, where in now):
        return evidence
    return tuple([Evidence(e.message, where) for e, where in now if where is not None])


def _outline(outline: Outline, shift: Shift) -> Outline | None:
    if outline.last <= shift.same or (shift.offset == 0 and outline.first >= shift.tail):
        return outline
    line = shift.line(outline.line)
    if line is None:
        return None
    by = line - outline.line
    last = shift.line(outline.last)
    parameters = {
        name: (now, column)
        for name, (at, column) in outline.parameters.items()
        if (now := shift.line(at)) is not None
    }
    first = shift.line(outline.first) or outline.first + by
    return replace(outline, line=line, first=first, last=last or outline.last + by, parameters=parameters)
