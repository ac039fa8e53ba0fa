"""The benchmark of portable models: what its page says of results, and that contestants agree before they are timed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from corpus.bench_runtime.portable.__main__ import check_equal, side_by_side
from corpus.bench_runtime.portable.cases import Batch, Case, store, stored
from corpus.bench_runtime.portable.report import page


def result(batch: int, archive: float, rival: float, other: float, device: str = "cpu") -> dict[str, Any]:
    ms = {"archive": archive, "rival": rival, "other": other}
    best = min(("rival", "other"), key=ms.__getitem__)
    return {
        "workload": "lstm", "hidden": 8, "batch": batch, "threads": 2, "device": device, "accelerator": "H100",
        "shapes": 5, "ms": ms,
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
    assert "make bench-portable" in text
    assert "(portable-benchmark.svg)" in text


def test_the_page_of_a_gpu_names_it() -> None:
    text = page([result(1, 4.0, 2.0, 8.0, "cuda")], 7)
    assert "`make bench-gpu` in 7 minutes, on H100, beside" in text
    assert "(portable-benchmark-gpu.svg)" in text


def test_contestants_that_disagree_are_not_timed() -> None:
    calls = {"archive": lambda batch: np.ones(2), "rival": lambda batch: np.full(2, 1.1)}
    with pytest.raises(AssertionError, match="rival"):
        side_by_side(calls, [None], 1, 0.0)


def test_a_gate_may_choose_another_expert_for_few_rows_of_a_gpu() -> None:
    ours = np.ones((1000, 3))
    rows = ours.copy()
    rows[:4] = 5
    check_equal(rows, ours, "rival", 1e-2, 0.005)
    with pytest.raises(AssertionError, match="rival"):
        check_equal(rows, ours, "rival", 1e-2, 0.0)
    rows[:40] = 5
    with pytest.raises(AssertionError, match="rival"):
        check_equal(rows, ours, "rival", 1e-2, 0.005)


def test_a_stored_case_is_read_with_new_rows_of_the_same_shapes(tmp_path: Path) -> None:
    batches = {
        1: [Batch(np.ones((5, 3), np.float32), np.array([5]))],
        2: [Batch(np.arange(4, dtype=np.int32), np.array([1, 3]))],
    }
    store(Case("encoder", 8, {"w": np.eye(2)}, tmp_path / "encoder-8.hyb", batches))
    found = stored("encoder", 8, tmp_path)
    assert found.archive == tmp_path / "encoder-8.hyb"
    assert found.batches[1][0].x.shape == (5, 3)
    assert found.batches[1][0].x.dtype == np.float32
    np.testing.assert_array_equal(found.batches[2][0].x, np.arange(4))
    np.testing.assert_array_equal(found.weights["w"], np.eye(2))
