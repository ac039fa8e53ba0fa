"""What `speedup` found, as JSON; `schemas/speedup.schema.json` describes it field by field."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from hybridize_analyzer.version import tool_version
from hybridize_refactorings.edits import FileEdit
from hybridize_refactorings.line_changes import replacements
from hybridize_refactorings.lines import split_lines
from hybridize_refactorings.proof.speeding import SpeedUp
from hybridize_refactorings.proof.subject import Edit

from hybridize_cli.measure_json import times
from hybridize_cli.reporters.json_object import JsonObject, dump

VERSION = 1


def render(found: SpeedUp, command: Sequence[str], root: Path, edits: Sequence[FileEdit]) -> str:
    """The whole result as one indented JSON object.  edits: all that is kept, file by file."""
    return dump(contract(found, command, root, edits), indent=2)


def contract(found: SpeedUp, command: Sequence[str], root: Path, edits: Sequence[FileEdit]) -> JsonObject:
    """The result as the object of the contract.  Times are seconds, memory is bytes."""
    whole = found.measurement if found.kept else None
    return {
        "version": VERSION,
        "tool": {"name": "hybridize", "version": tool_version()},
        "root": str(root),
        "command": list(command),
        "runs": found.runs + 1,
        "tests": found.tests or None,
        "before": None if whole is None else whole.original.seconds,
        "after": None if whole is None else whole.edited.seconds,
        "kept": [
            {
                **_edit(each.edit),
                "original": times(each.original),
                "edited": times(each.edited),
                "draws": each.edit.key in found.draws,
            }
            for each in found.kept
        ],
        "rejected": [{**_edit(each.edit), "reason": each.reason} for each in found.rejected],
        "untried": [_edit(edit) for edit in found.untried],
        "eager": [
            {
                "path": each.function.path,
                "qualname": each.function.qualname,
                "line": each.function.line,
                "share": round(each.share, 4),
                "rules": sorted({reason.rule for reason in each.function.reasons}),
            }
            for each in found.eager
        ],
        "drifting_lines": found.proof.drifting if found.kept and found.proof is not None else 0,
        "complete": not found.over,
        "changes": [_change(edit) for edit in edits],
    }


def _change(edit: FileEdit) -> JsonObject:
    before, after = split_lines(edit.before).texts, split_lines(edit.after).texts
    lines = [{"first": a + 1, "behind": b + 1, "text": text} for a, b, text in replacements(before, after)]
    return {"path": edit.relative, "sha256": hashlib.sha256(edit.raw).hexdigest(), "lines": lines}


def _edit(edit: Edit) -> JsonObject:
    return {
        "path": edit.path,
        "qualname": edit.qualname,
        "line": edit.line,
        "edit": edit.what,
        "group": edit.group or None,
        "needs": edit.needs or None,
    }
