"""Every repair does what its cases say, and TensorFlow computes the same before and after."""

from __future__ import annotations

from pathlib import Path

import pytest
from hybridize_analyzer.rules import all_rules
from repair_cases import CASES, REPAIRS, case_paths, expected, header, named, refusals, repaired

PATHS = case_paths()
FEWEST = 6


@pytest.mark.parametrize("path", PATHS, ids=named)
def test_repair_gives_what_the_case_says(path: Path) -> None:
    before, after = path.read_text("utf-8"), repaired(path)
    done = after if after != before else None
    refused = "".join(f"{line}\n" for line in refusals(path)) if done is None else None
    found = {".after": done, ".refused": refused}
    assert found == expected(path, found)
    assert done is not None or refused, "neither an edit nor a reason"


@pytest.mark.tf
@pytest.mark.parametrize("path", [p for p in PATHS if p.with_suffix(".after").exists()], ids=named)
def test_program_does_the_same_after_the_repair(path: Path, same_after_edits) -> None:
    said = [line.partition(": ")[2] for line in header(path) if line.startswith("differs: ")]
    same_after_edits(
        path, path.read_text("utf-8"), path.with_suffix(".after").read_text("utf-8"), differs=said
    )


@pytest.mark.parametrize("path", [p for p in PATHS if p.with_suffix(".after").exists()], ids=named)
def test_repairing_again_changes_nothing(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / path.parent.name
    folder.mkdir()
    again = folder / path.name
    again.write_text(path.with_suffix(".after").read_text("utf-8"), encoding="utf-8")
    assert repaired(again) == again.read_text("utf-8")


@pytest.mark.parametrize("name", REPAIRS)
def test_repair_has_enough_cases(name: str) -> None:
    paths = [path for path in PATHS if path.parent.name == name]
    assert len(paths) >= FEWEST
    assert any(path.with_suffix(".refused").exists() for path in paths), "one must be refused"


@pytest.mark.parametrize("name", REPAIRS)
def test_page_and_codes(name: str) -> None:
    repair = REPAIRS[name]
    assert set(repair.codes) <= {rule.code for rule in all_rules()}
    assert "## What it does" in repair.page
    assert "## Fix safety" in repair.page


def test_every_folder_of_cases_has_a_repair() -> None:
    assert {path.name for path in CASES.iterdir() if path.is_dir()} == set(REPAIRS)
