"""Whole runs of several versions of one program, in turns, with nothing of this tool in them."""

from __future__ import annotations

import resource
import shutil
import subprocess
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from corpus.proofs.run import ProofError, environment_of
from corpus.proofs.subjects import Subject

_LONGEST = 600.0


@dataclass(frozen=True, slots=True)
class WholeRun:
    """Seconds of wall-clock time of one run, and those that it kept processors busy."""

    seconds: float
    processor: float


def whole_runs(
    subject: Subject, versions: Mapping[str, Path], build: Path, repeat: int
) -> dict[str, list[WholeRun]]:
    """Every run, by version.

    subject: whose command it is.  versions: the tree of each; every run has a copy of its own, since programs write.

    Raises:
        ProofError: a version fails, or does not end.
    """
    runs: dict[str, list[WholeRun]] = {name: [] for name in versions}
    for number in range(repeat):
        # Back and forth, so that a load that grows or shrinks meets no version more than the others.
        for name in list(versions)[:: -1 if number % 2 else 1]:
            runs[name].append(_run(subject, name, versions[name], build))
    return runs


def _run(subject: Subject, name: str, tree: Path, build: Path) -> WholeRun:
    with tempfile.TemporaryDirectory(prefix="speedups-") as scratch:
        copy = Path(scratch) / "tree"
        shutil.copytree(tree, copy, ignore=shutil.ignore_patterns("__pycache__"))
        environment = environment_of(subject, copy, build)
        start, busy = time.perf_counter(), _busy()
        try:
            done = subprocess.run(
                subject.command, cwd=copy, env=environment, capture_output=True, text=True,
                check=False, timeout=_LONGEST,
            )  # fmt: skip
        except subprocess.TimeoutExpired as error:
            raise ProofError(f"{subject.name}, {name}, did not end within {_LONGEST:.0f} s") from error
        if done.returncode:
            raise ProofError(f"{subject.name}, {name}, exited with {done.returncode}:\n{done.stderr[-2000:]}")
        return WholeRun(time.perf_counter() - start, _busy() - busy)


def _busy() -> float:
    """Processor seconds of all processes that were started here and have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
