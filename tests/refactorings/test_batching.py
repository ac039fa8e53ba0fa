"""Every rewrite does what its cases say, and TensorFlow computes the same before and after, gradients included."""

from __future__ import annotations

from pathlib import Path

import pytest
from batching_cases import CASES, PATHS, REWRITES, batched
from edit_cases import source_file
from hybridize_analyzer.rules import all_rules
from hybridize_refactorings import repairs_for
from repair_cases import ANALYST, analyse, expected, named

FEWEST = 8
DONE = [path for path in PATHS if path.with_suffix(".after").exists()]


@pytest.mark.parametrize("path", PATHS, ids=named)
def test_rewrite_gives_what_the_case_says(path: Path) -> None:
    before = path.read_text("utf-8")
    after, reasons = batched(path)
    done = after if after != before else None
    found = {".after": done, ".refused": reasons or None}
    assert found == expected(path, found)
    assert done is not None or reasons, "neither an edit nor a reason"


@pytest.mark.tf
@pytest.mark.parametrize("path", DONE, ids=named)
def test_program_does_the_same_with_its_calls_batched(path: Path, same_after_edits) -> None:
    same_after_edits(path, path.read_text("utf-8"), path.with_suffix(".after").read_text("utf-8"))


@pytest.mark.parametrize("path", DONE, ids=named)
def test_batching_again_changes_nothing(path: Path) -> None:
    text = path.with_suffix(".after").read_text("utf-8")
    assert batched(path, text)[0] == text


@pytest.mark.parametrize("name", REWRITES)
def test_rewrite_has_enough_cases(name: str) -> None:
    paths = [path for path in PATHS if path.parent.name == name]
    refused = [path for path in paths if path.with_suffix(".refused").exists()]
    assert len(paths) >= FEWEST
    assert 2 * len(refused) >= len(paths)


@pytest.mark.parametrize("name", REWRITES)
def test_page_and_code(name: str) -> None:
    rewrite = REWRITES[name]
    assert (rewrite.name, rewrite.code) in {(rule.name, rule.code) for rule in all_rules()}
    assert "## What it does" in rewrite.page
    assert "## Fix safety" in rewrite.page


def test_every_folder_of_cases_has_a_rewrite() -> None:
    assert {path.name for path in CASES.iterdir() if path.is_dir()} == set(REWRITES)


def test_editors_are_offered_the_rewrite() -> None:
    path = CASES / "structural-recursion" / "objects.py"
    source = source_file(path, path.name, path.read_bytes())
    report = analyse([source])
    (function,) = (f for f in report.functions if f.qualname == "Encoder.encode")
    offers = repairs_for(function, report, {path.name: source}, ANALYST)
    (offer,) = (each for each in offers if each.title.startswith("Batch"))
    assert offer.kind == "refactor.rewrite"
    assert offer.edit.after == path.with_suffix(".after").read_text("utf-8")
