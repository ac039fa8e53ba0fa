"""Every bundled model runs, returns numbers, returns the same numbers again, and is eager as it stands."""

import math
import os
import subprocess
import sys

import pytest
from executed import claims

from corpus.demo.programs import MODELS, Worker

NAMES = sorted(path.parent.name for path in MODELS.glob("*/main.py"))


@pytest.fixture(scope="module")
def executed():
    """Which models have been run."""
    yield from claims(*sorted(MODELS.parent.joinpath("demo").glob("*.py")))


@pytest.fixture(scope="module")
def worker(tmp_path_factory):
    with Worker(tmp_path_factory.mktemp("worker") / "messages.log") as started:
        yield started


def numbers(results):
    return [x for value in results.values() for x in (value if isinstance(value, list) else [value])]


def test_the_promised_models_are_there():
    assert len(NAMES) == 17


@pytest.mark.parametrize("name", NAMES)
def test_steps_are_left_eager(name):
    """Making them graphs is what the tool is for."""
    for file in MODELS.joinpath(name).glob("*.py"):
        assert "tf.function" not in file.read_text(encoding="utf-8")


@pytest.mark.tf
@pytest.mark.parametrize("name", NAMES)
def test_runs_and_repeats(name, worker, executed):
    def repeats():
        first, second = (worker.run(MODELS / name, steps=4) for _ in range(2))
        assert len(first.intervals) == 3
        assert all(math.isfinite(x) for x in numbers(first.results))
        assert first.results == second.results

    files = sorted(MODELS.joinpath(name).glob("*.py"))
    executed(f"corpus/test_models.py#{name}", lambda: [file.read_text("utf-8") for file in files], repeats)


@pytest.mark.tf
def test_script_prints_its_results_and_writes_nothing(tmp_path):
    folder = MODELS / "word2vec"
    before = sorted(folder.iterdir())
    done = subprocess.run(
        [sys.executable, "-B", str(folder / "main.py"), "--steps", "2"],
        cwd=tmp_path,
        env={**os.environ, "CUDA_VISIBLE_DEVICES": "-1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("step 1 loss ")
    assert done.stdout.splitlines()[-1].startswith("{'losses': [")
    assert sorted(folder.iterdir()) == before
    assert not list(tmp_path.iterdir())
