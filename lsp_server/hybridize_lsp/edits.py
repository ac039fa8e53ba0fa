"""Edits of a unit as edits of the client's documents: only the lines that change, each document with its version."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from hybridize_analyzer.report import Finding, FunctionReport, Report
from hybridize_analyzer.workspace.reading import encode_source
from hybridize_analyzer.workspace.sources import SourceFile
from hybridize_refactorings import plan_edits
from hybridize_refactorings.ignores import plan_ignores
from hybridize_refactorings.line_changes import replacements
from lsprotocol.types import (
    AnnotatedTextEdit,
    ChangeAnnotation,
    OptionalVersionedTextDocumentIdentifier,
    Position,
    Range,
    TextDocumentEdit,
    TextEdit,
    WorkspaceEdit,
)

from hybridize_lsp.capabilities import Support
from hybridize_lsp.documents import Part, Unit
from hybridize_lsp.lines import split_lines
from hybridize_lsp.views import View

PartEdits = list[tuple[Part, list[TextEdit]]]


class NoEdit(Exception):  # noqa: N818 - it names the outcome
    """There is no such edit; the text says why."""


def edited(view: View, functions: Iterable[FunctionReport]) -> str:
    """The text of a unit after the edits that the functions' verdicts ask for, unsafe ones included.

    Raises:
        NoEdit: none of them can be made.
    """
    source = _source(view)
    plans = plan_edits(
        Report(Path(view.facts.root), tuple(functions), (), ()), {source.relative: source}, unsafe=True
    )
    if not any(plan.applied for plan in plans):
        reasons = [withheld.reason for plan in plans for withheld in plan.withheld]
        raise NoEdit("; ".join(reasons) or "nothing is left to be edited")
    return plans[0].after


def suppressed(view: View, findings: Sequence[Finding]) -> str:
    """The text of a unit with comments that suppress the findings.

    Raises:
        NoEdit: there is no statement that a comment could stand behind.
    """
    source = _source(view)
    plans = plan_ignores(findings, {source.relative: source}, "")
    if not plans.edits:
        raise NoEdit("there is no statement here that a comment could stand behind")
    return plans.edits[0].edit.after


def part_edits(unit: Unit, after: str) -> PartEdits:
    """The lines to replace in each document of a unit."""
    found: dict[str, tuple[Part, list[TextEdit]]] = {}
    for start, end, text in replacements(split_lines(unit.text), split_lines(after)):
        part = unit.part_at(start + 1)
        assert part is not None, "a unit with text has parts"
        first = Position(start - part.first, 0)
        edit = TextEdit(Range(first, Position(end - part.first, 0)), text)
        found.setdefault(part.uri, (part, []))[1].append(edit)
    return list(found.values())


@dataclass(frozen=True, slots=True)
class Note:
    """What an editor says about an edit before it is made.  confirm: it is made only where the user has agreed."""

    label: str
    description: str | None = None
    confirm: bool = False


def workspace_edit(edits: PartEdits, support: Support, note: Note | None = None) -> WorkspaceEdit:
    """One edit of all documents, with the note where the client can show it."""
    if not support.versioned:
        return WorkspaceEdit(changes={part.uri: changes for part, changes in edits})
    if note is None or not support.annotated:
        return WorkspaceEdit(document_changes=[_versioned(part, changes) for part, changes in edits])
    told = ChangeAnnotation(note.label, needs_confirmation=note.confirm, description=note.description)
    return WorkspaceEdit(
        document_changes=[
            _versioned(part, [AnnotatedTextEdit("hybridize", edit.range, edit.new_text) for edit in changes])
            for part, changes in edits
        ],
        change_annotations={"hybridize": told},
    )


def _versioned(part: Part, changes: Sequence[TextEdit | AnnotatedTextEdit]) -> TextDocumentEdit:
    return TextDocumentEdit(OptionalVersionedTextDocumentIdentifier(part.uri, part.version), list(changes))


def _source(view: View) -> SourceFile:
    source = encode_source(view.unit.text, Path(view.unit.path), Path(view.facts.root))
    if not isinstance(source, SourceFile):
        raise NoEdit(source.message)
    return source
