"""Suppressions: a comment behind every statement that has a finding to be suppressed."""

from __future__ import annotations

import ast
import bisect
import io
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from hybridize_analyzer.report import Finding
from hybridize_analyzer.workspace.logical_lines import statements
from hybridize_analyzer.workspace.sources import SourceFile
from hybridize_analyzer.workspace.suppressions import UNUSED_RULE, Suppression, parse_suppressions

from hybridize_refactorings.edits import FileEdit


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """The edit of one file, and how many findings it suppresses."""

    edit: FileEdit
    suppressed: int


@dataclass(frozen=True, slots=True)
class PlannedIgnores:
    """All edits, and the places (`path:line`) of findings that no comment can be put to."""

    edits: tuple[PlannedFile, ...]
    unplaced: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Insertion:
    """Replaces the columns from `start` to before `end` (from 0) of a line by `text`."""

    line: int
    start: int
    end: int
    text: str


def plan_ignores(
    findings: Iterable[Finding], sources: Mapping[str, SourceFile], reason: str
) -> PlannedIgnores:
    """Edits that suppress every finding, except those about suppressions.

    sources: by the path that reports use.
    """
    by_path: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.rule != UNUSED_RULE:
            by_path.setdefault(finding.location.path, []).append(finding)
    edits = []
    unplaced: list[str] = []
    for path, findings in by_path.items():
        planned, left = _plan_file(sources[path], findings, " ".join(reason.split()))
        edits.extend(planned)
        unplaced.extend(f"{path}:{finding.location.line}" for finding in left)
    return PlannedIgnores(tuple(edits), tuple(unplaced))


def _plan_file(
    source: SourceFile, findings: Sequence[Finding], reason: str
) -> tuple[list[PlannedFile], list[Finding]]:
    covered = statements(source.text)
    starts = [first for first, _ in covered]
    rules: dict[tuple[int, int], set[str]] = {}
    unplaced = []
    for finding in findings:
        index = bisect.bisect_right(starts, finding.location.line) - 1
        if index < 0 or covered[index][1] < finding.location.line:
            unplaced.append(finding)
        else:
            rules.setdefault(covered[index], set()).add(finding.rule)
    after = _with_comments(source, rules, reason)
    if after is None:
        return [], list(findings)
    edit = FileEdit(source.path, source.relative, source.text, after, source.encoding, source.raw, (), ())
    suppressed = len(findings) - len(unplaced)
    return ([PlannedFile(edit, suppressed)] if suppressed else []), unplaced


def _with_comments(source: SourceFile, rules: dict[tuple[int, int], set[str]], reason: str) -> str | None:
    """The text with the comments added; None if they would not be comments only."""
    lines = list(io.StringIO(source.text, newline=""))
    existing = [entry for entry in parse_suppressions(source) if _can_grow(entry)]
    insertions = [
        _insertion(lines, last, names, reason, [entry for entry in existing if entry.location.line == last])
        for (_, last), names in rules.items()
    ]
    for insertion in sorted(
        insertions, key=lambda insertion: (insertion.line, insertion.start), reverse=True
    ):
        text = lines[insertion.line - 1]
        lines[insertion.line - 1] = text[: insertion.start] + insertion.text + text[insertion.end :]
    after = "".join(lines)
    return after if _same_program(source.text, after) else None


def _can_grow(suppression: Suppression) -> bool:
    return suppression.understood and not suppression.whole_file and bool(suppression.rules)


def _insertion(
    lines: Sequence[str], last: int, names: Iterable[str], reason: str, existing: Sequence[Suppression]
) -> _Insertion:
    if existing:
        old = existing[0]
        listed = ", ".join(dict.fromkeys((*old.rules, *sorted(names))))
        start, end = old.location.column - 1, old.location.end_column - 1
        tail = old.text[old.text.index("]") + 1 :]
        return _Insertion(old.location.line, start, end, f"# hybridize: ignore[{listed}]{tail}")
    text = lines[last - 1]
    content = text.rstrip()
    ending = len(text.rstrip("\r\n"))
    comment = f"  # hybridize: ignore[{', '.join(sorted(names))}] {reason}".rstrip()
    return _Insertion(last, len(content), ending, comment)


def _same_program(before: str, after: str) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # such as those about escapes in the user's strings
        try:
            return ast.dump(ast.parse(before)) == ast.dump(ast.parse(after))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return False
