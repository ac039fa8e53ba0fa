"""What the benchmark of the runtime writes besides times."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import tensorflow as tf
from hybridize_runtime.bench import plots, report
from hybridize_runtime.bench.profiles import profile

RESULTS = Path("docs/runtime-benchmark.json")


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
