"""Archives of all models where TensorFlow is not installed: outputs and gradients are those that it computed."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hybridize_runtime.portable.buckets import Rule
from portable_models import MODELS, TOLERANCES, by_tensorflow, exported, random_batch

pytestmark = pytest.mark.tf

RULE = Rule(batches=(6,), most=1, draws=20, tiles=(4,))
RUNTIME = Path(__file__).resolve().parents[2] / "runtime"
WORKER = Path(__file__).with_name("portable_worker.py")


def _cases(name: str, model: Any, count: int, path: Path) -> None:
    """Random batches and what TensorFlow computes for them, for the worker."""
    rng, stored = np.random.default_rng(7), {"count": np.array(count), "atol": np.array(TOLERANCES[name])}
    for i in range(count):
        batch = random_batch(name, rng, most=4)
        parts = {"graphs": np.array(len(batch.graphs)), "y": batch.y}
        parts |= {f"input/{key}": rows for key, rows in batch.inputs.items()}
        for j, graph in enumerate(batch.graphs):
            arrays = {key: getattr(graph, key) for key in ("offsets", "children", "reads")}
            arrays |= {f"pull/{key}": rows for key, rows in graph.pulls.items()}
            parts |= {f"{j}/{key}": part for key, part in {"cells": np.array(graph.cells), **arrays}.items()}
        parts |= {f"want/{key}": value for key, value in by_tensorflow(model, batch).items()}
        stored |= {f"{i}/{key}": part for key, part in parts.items()}
    np.savez(path, **stored)


def _work(python: str | Path, *arguments: str | Path) -> str:
    environment = {**os.environ, "PYTHONPATH": str(RUNTIME)}
    done = subprocess.run(
        [str(python), str(WORKER), *map(str, arguments)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("name", ["tree-lstm", pytest.param("experts", marks=pytest.mark.slow)])
def test_archives_run_where_tensorflow_and_jax_cannot_be_imported(tmp_path, name: str) -> None:
    model = exported(name, tmp_path / "a", RULE)
    _cases(name, model, 4, tmp_path / "cases.npz")
    assert _work(sys.executable, tmp_path / "a", tmp_path / "cases.npz", tmp_path / "cache", "block") == "4"


@pytest.fixture(scope="module")
def without_tensorflow(tmp_path_factory) -> Path:
    """The Python of a new environment."""
    folder = tmp_path_factory.mktemp("venv")
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    subprocess.run([str(python), "-m", "pip", "install", "-q", "numpy", "jaxlib", "safetensors"], check=True)
    return python


@pytest.mark.slow
@pytest.mark.parametrize("name", MODELS)
def test_round_trip_in_an_environment_without_tensorflow(without_tensorflow, tmp_path, name: str) -> None:
    model = exported(name, tmp_path / "a", RULE)
    _cases(name, model, 200, tmp_path / "cases.npz")
    assert _work(without_tensorflow, tmp_path / "a", tmp_path / "cases.npz", tmp_path / "cache") == "200"
