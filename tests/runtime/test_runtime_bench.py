"""What the benchmark of the runtime writes besides times."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
import tensorflow as tf

from corpus.bench_runtime import plots, report
from corpus.bench_runtime.profiles import profile
from corpus.bench_runtime.with_dynet import in_process

RESULTS = Path("docs/measured/runtime-benchmark.json")


def test_shares_of_a_profile_add_up_and_name_the_work() -> None:
    x = tf.random.normal([1000, 1000])
    step = tf.function(lambda: tf.matmul(tf.matmul(x, x), x), autograph=False)
    shares = profile(step, calls=2)
    assert sum(shares.values()) == pytest.approx(1.0, abs=0.01)
    assert shares["matrix products"] > 0.5


def test_the_page_and_the_plot_are_those_of_the_results(tmp_path: Path) -> None:
    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    assert report.table(results) == RESULTS.with_suffix(".md").read_text(encoding="utf-8")
    plots.draw(results, tmp_path / "plot.svg")
    assert "Mixture of experts" in (tmp_path / "plot.svg").read_text(encoding="utf-8").replace("\n", " ")


def test_a_rival_that_ends_its_process_is_reported() -> None:
    def run(code: str, limit_s: float = 60.0):
        return in_process([sys.executable, "-c", code], [1, 2], limit_s)

    assert run("import pickle, sys; print('noise'); print(pickle.load(sys.stdin.buffer))") == [1, 2]
    assert run("import os; os.abort()") == "the process was ended by SIGABRT"
    assert run("raise ValueError('no room')") == "ValueError: no room"
    assert run("raise SystemExit(3)") == "exit status 3"
    assert run("import time; time.sleep(60)", 0.1) == "took longer than 0 s"


def test_the_page_says_what_was_not_run() -> None:
    result = {
        "workload": "tree-lstm",
        "hidden": 8,
        "batch": 2,
        "not_run": {"dynet_autobatch": "not installed"},
    }
    assert "Not run (tree-lstm, hidden 8, batch 2): dynet autobatch: not installed." in report.table([result])
