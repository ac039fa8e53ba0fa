"""Whole runs of several versions of one program, in turns, with nothing of this tool in them."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from corpus.proofs.run import ProofError, environment_of
from corpus.proofs.subjects import Subject

_LONGEST = 600.0


def whole_runs(
    subject: Subject, versions: Mapping[str, Path], build: Path, repeat: int
) -> dict[str, list[float]]:
    """Seconds of every run, by version.

    subject: whose command it is.  versions: the tree of each; every run has a copy of its own, since programs write.

    Raises:
        ProofError: a version fails, or does not end.
    """
    seconds: dict[str, list[float]] = {name: [] for name in versions}
    for number in range(repeat):
        # Back and forth, so that a load that grows or shrinks meets no version more than the others.
        for name in list(versions)[:: -1 if number % 2 else 1]:
            seconds[name].append(_run(subject, name, versions[name], build))
    return seconds


def _run(subject: Subject, name: str, tree: Path, build: Path) -> float:
    with tempfile.TemporaryDirectory(prefix="speedups-") as scratch:
        copy = Path(scratch) / "tree"
        shutil.copytree(tree, copy, ignore=shutil.ignore_patterns("__pycache__"))
        environment = environment_of(subject, copy, build)
        start = time.perf_counter()
        try:
            done = subprocess.run(
                subject.command, cwd=copy, env=environment, capture_output=True, text=True,
                check=False, timeout=_LONGEST,
            )  # fmt: skip
        except subprocess.TimeoutExpired as error:
            raise ProofError(f"{subject.name}, {name}, did not end within {_LONGEST:.0f} s") from error
        if done.returncode:
            raise ProofError(f"{subject.name}, {name}, exited with {done.returncode}:\n{done.stderr[-2000:]}")
        return time.perf_counter() - start
