"""A law of the analysis: using an evaluation again gives what evaluating again would give."""

from __future__ import annotations

from pathlib import Path

import pytest
from hybridize_analyzer.analyze import analyze
from hybridize_analyzer.solver import evaluation

from fact_comments import analysed, root_of, sources_of
from test_facts import CASES

MODELS = sorted(
    path.parent for path in (Path(__file__).resolve().parents[2] / "corpus" / "models").glob("*/main.py")
)


@pytest.mark.parametrize("case", [*CASES, *MODELS], ids=lambda path: path.stem)
def test_reuse_changes_nothing(case: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = analysed(case)
    monkeypatch.setattr(evaluation, "_reuse", lambda state, key: None)
    assert found == analyze(root_of(case), sources_of(case))
