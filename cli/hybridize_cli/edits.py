"""Planned edits: shown, written, and told about."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hybridize_analyzer.report import EDIT_VERDICTS, FunctionReport, Report
from hybridize_analyzer.workspace.sources import SourceFile

from hybridize_cli.escaping import printable, sentence
from hybridize_cli.output import emit, say
from hybridize_cli.project import Judged, Project, analyst_of

if TYPE_CHECKING:
    from hybridize_refactorings import FileEdit


@dataclass(frozen=True, slots=True)
class Written:
    """The outcome of writing: edits that reached the disk, and the number of files that refused."""

    edits: tuple[FileEdit, ...]
    refused: int


def plan(judged: Judged, project: Project) -> tuple[FileEdit, ...]:
    """The edits that the report asks for and nobody has turned down."""
    from hybridize_refactorings import plan_edits, plan_repairs

    unsafe = project.settings.unsafe_fixes
    if judged.repairs:
        analyst = analyst_of(project)
        edits = plan_repairs(judged.fixable, judged.sources, analyst, judged.repairs, unsafe=unsafe)
    else:
        edits = plan_edits(judged.fixable, judged.sources, unsafe=unsafe)
    return on_disk(edits, judged)


def on_disk(edits: Iterable[FileEdit], judged: Judged) -> tuple[FileEdit, ...]:
    """The edits of files that edits of programs come to: those of notebooks go into their cells."""
    return tuple(_in_file(edit, judged.sources.get(edit.relative)) for edit in edits)


def _in_file(edit: FileEdit, source: SourceFile | None) -> FileEdit:
    if source is None or source.notebook is None:
        return edit
    from hybridize_refactorings.notebooks import in_notebook

    return in_notebook(edit, source.notebook)


def emit_patches(edits: Sequence[FileEdit]) -> None:
    """Prints the edits as patches: the bytes that `git apply` takes, or to a terminal what can be seen of them."""
    for edit in edits:
        patch = edit.patch()
        if sys.stdout is not None and sys.stdout.isatty():
            lines = patch.decode(edit.encoding, "replace").split("\n")
            emit("\n".join("\t".join(map(printable, line.split("\t"))) for line in lines))
        else:
            emit(patch)


def changing(edits: Sequence[FileEdit]) -> tuple[FileEdit, ...]:
    """The edits that change something."""
    return tuple(edit for edit in edits if edit.before != edit.after)


def write_all(edits: Sequence[FileEdit]) -> Written:
    """Writes every edit; a file that refuses is told about and left as it is."""
    from hybridize_refactorings import EditRefused, write

    written = []
    refused = 0
    for edit in edits:
        try:
            write(edit)
        except EditRefused as refusal:
            say(f"error: {printable(str(refusal))}")
            refused += 1
        else:
            written.append(edit)
    return Written(tuple(written), refused)


def applied_lines(edits: Sequence[FileEdit]) -> list[str]:
    """One line per change."""
    return [
        printable(f"{edit.relative}:{change.line} `{change.qualname}` {change.what}")
        for edit in edits
        for change in edit.applied
    ]


def withheld_lines(
    edits: Sequence[FileEdit],
    report: Report,
    *,
    unsafe: bool,
    refused: Sequence[tuple[str, int, str, str]] = (),
) -> list[str]:
    """One line per change that was not made, with its reason.  refused: more of them."""
    planned = [
        (edit.relative, withheld.line, withheld.qualname, withheld.reason)
        for edit in edits
        for withheld in edit.withheld
    ]
    told = {(path, qualname) for path, _, qualname, _ in planned}
    unsafe_ones = [
        (function.path, function.line, function.qualname, _why_unsafe(function))
        for function in report.functions
        if not unsafe and _waits_for_unsafe(function) and (function.path, function.qualname) not in told
    ]
    lines = sorted({*planned, *unsafe_ones, *refused})
    return [
        sentence(f"{printable(path)}:{line} `{qualname}` withheld: {reason}")
        for path, line, qualname, reason in lines
    ]


def count(number: int, noun: str) -> str:
    """Such as `1 file`, `2 files`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _waits_for_unsafe(function: FunctionReport) -> bool:
    return function.verdict in EDIT_VERDICTS and not function.safe


def _why_unsafe(function: FunctionReport) -> str:
    left = [assumption for assumption in function.assumptions if not assumption.accepted]
    if not left:
        return "the edit may change behaviour (`--unsafe` makes this edit)"
    kinds = ",".join(dict.fromkeys(assumption.kind.value for assumption in left))
    assumed = "; ".join(assumption.message for assumption in left)
    return f"{assumed} (`--unsafe` makes this edit; so does `--assume {kinds}`)"
