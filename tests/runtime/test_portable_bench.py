"""The benchmark of portable models: what its page says of results, and that contestants agree before they are timed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from corpus.bench_runtime.portable.__main__ import side_by_side
from corpus.bench_runtime.portable.report import page


def result(batch: int, archive: float, rival: float, other: float) -> dict[str, Any]:
    ms = {"archive": archive, "rival": rival, "other": other}
    best = min(("rival", "other"), key=ms.__getitem__)
    return {
        "workload": "lstm", "hidden": 8, "batch": batch, "threads": 2, "device": "cpu", "shapes": 5, "ms": ms,
        "best_rival": best, "over_best": round(archive / ms[best], 3), "compiled_after_warm_up": 0, "modules": 3,
        "warm_up_s": 1.5, "padding": 1.25,
    }  # fmt: skip


def test_the_page_compares_with_the_best_of_each_size_and_of_both() -> None:
    text = page([result(1, 4.0, 2.0, 8.0), result(64, 1.0, 8.0, 4.0)], 7)
    assert "| lstm | 8 | 2 | 1 | 5 | 2.0 | rival |" in text
    assert "| lstm | 8 | 2 | 64 | 5 | 0.25 | other |" in text
    assert (
        "| lstm | 8 | 2 | both | 10 | 0.5 | rival |" in text
    )  # 2 over 4, where the other has the root of 32
    assert "in 7 minutes" in text
    assert "PJRT saw no GPU" in text


def test_contestants_that_disagree_are_not_timed() -> None:
    calls = {"archive": lambda batch: np.ones(2), "rival": lambda batch: np.full(2, 1.1)}
    with pytest.raises(AssertionError, match="rival"):
        side_by_side(calls, [None], 1, 0.0)
