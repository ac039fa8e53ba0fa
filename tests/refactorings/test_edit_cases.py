"""Every case folder gives exactly its `after.py` and its `refused.txt`; `UPDATE_CASES=1` writes both."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from edit_cases import case_folders, plan_case, refusals, source_file, verdict
from edit_cases import plan as plan_source

FOLDERS = case_folders()


def expected(path: Path, content: bytes | None) -> bytes | None:
    """Content of an outcome file (None: absent), after bringing it up to date where that is asked for."""
    if os.environ.get("UPDATE_CASES"):
        path.unlink(missing_ok=True)
        if content is not None:
            path.write_bytes(content)
    return path.read_bytes() if path.exists() else None


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_case(folder: Path) -> None:
    edit = plan_case(folder)
    after = edit.after.encode(edit.encoding) if edit.after != edit.before else None
    refused = refusals(edit).encode() or None
    assert after == expected(folder / "after.py", after)
    assert refused == expected(folder / "refused.txt", refused)
    assert after is not None or refused is not None


@pytest.mark.parametrize(
    "folder", [folder for folder in FOLDERS if (folder / "after.py").exists()], ids=lambda folder: folder.name
)
def test_converting_again_is_withheld(folder: Path) -> None:
    edit = plan_case(folder)
    source = source_file(edit.path, "after.py", edit.after.encode(edit.encoding))
    asked = json.loads((folder / "edit.json").read_text("utf-8"))["functions"]
    converted = {
        (each["qualname"], each["line"]) for each in asked if each.get("verdict", "convert") == "convert"
    }
    done = [each for each in edit.applied if (each.qualname, each.line) in converted]
    again = [
        verdict("after.py", each.qualname, line)
        for each in done
        for line in lines_of_def(edit.after, each.qualname)
    ]
    if again:
        repeated = plan_source(source, *again)
        assert repeated.after == repeated.before
        assert len(repeated.withheld) == len({(each.qualname, each.line) for each in again})


def lines_of_def(text: str, qualname: str) -> list[int]:
    """Lines of the converted definitions: `def` stands directly below the new decorator."""
    name = qualname.rpartition(".")[2]
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    starts = (f"def {name}(", f"def {name}[")
    return [
        number
        for number, line in enumerate(lines, 1)
        if line.strip(" \t\f").startswith(starts) and "function" in lines[number - 2]
    ]


def test_there_are_enough_cases() -> None:
    assert len(FOLDERS) >= 40
