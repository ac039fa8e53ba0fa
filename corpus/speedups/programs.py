"""The programs that are sped up: the bundled models, and scripts of public repositories that make their own data."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from corpus.proofs.run import ProofError
from corpus.proofs.subjects import Subject, models

_STEPS = {"moe": 30, "tree_lstm": 15, "varlen_lstm": 20, "tree_fc": 30}
_ORDINARY = 150


@dataclass(frozen=True, slots=True)
class Public:
    """A script of a public repository.

    repository: OWNER/NAME; commit; folder: the part of the tree that is taken; arguments: behind the interpreter.
    setup: Python text that is written to `small.py` in the folder: it makes small data, then runs the script.
    """

    name: str
    repository: str
    commit: str
    folder: str
    arguments: tuple[str, ...]
    setup: str = ""


_FEW_DIGITS = """\
# Written by corpus.speedups: the script with generated images in place of a download, and an end.
import runpy
import sys

import numpy as np
import tensorflow as tf


def load_data(*_, **__):
    random = np.random.default_rng(0)
    def images(n):
        return random.integers(0, 255, (n, 28, 28), dtype=np.uint8), random.integers(0, 10, n).astype(np.uint8)
    return images(2000), images(400)


for dataset in (tf.keras.datasets.mnist, tf.keras.datasets.fashion_mnist):
    dataset.load_data = load_data
runpy.run_path(sys.argv[1], run_name="__main__")
"""

PUBLIC = (
    Public(
        "TensorFlow2.0-Examples/Multilayer_Perceptron",
        "YunYang1994/TensorFlow2.0-Examples",
        "299fd6689f242d0f647a96b8844e86325e9fcb46",
        "2-Basical_Models",
        ("small.py", "Multilayer_Perceptron.py"),
        _FEW_DIGITS,
    ),
)


def bundled() -> tuple[Subject, ...]:
    """The bundled models, each with so many steps that its work takes longer than its start."""
    found = {subject.name: subject for subject in models(_ORDINARY)}
    for name, steps in _STEPS.items():
        found.update((subject.name, subject) for subject in models(steps) if subject.name == name)
    return tuple(found.values())


def taken(program: Public, mirror: Path, build: Path) -> Subject:
    """A public program as a tree of its own.

    mirror: a folder of bare repositories, OWNER+NAME/repo each.

    Raises:
        ProofError: the repository, or the commit in it, is not there.
    """
    repository = mirror / program.repository.replace("/", "+") / "repo"
    done = subprocess.run(
        ["git", "-C", str(repository), "archive", program.commit, program.folder],
        capture_output=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise ProofError(
            f"{repository}: no {program.commit[:12]}: {done.stderr.decode(errors='replace').strip()}"
        )
    target = build / "speedups" / "sources" / program.name
    target.mkdir(parents=True, exist_ok=True)
    with tarfile.open(fileobj=BytesIO(done.stdout)) as archive:
        archive.extractall(target, filter="data")
    folder = target / program.folder
    if program.setup:
        (folder / "small.py").write_text(program.setup, encoding="utf-8")
    return Subject(program.name, folder, (sys.executable, *program.arguments))
