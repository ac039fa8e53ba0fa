"""`hybridize verify` and `hybridize measure` as a user runs them, and their JSON."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from corpus.proofs.subjects import PACKAGES, Subject
from corpus.public.fetch import fetch

ACCEPTED = (0, 1)


class ProofError(Exception):
    """A subject could not be verified or measured; the text says what was run and what it said."""


def folder_of(subject: Subject, build: Path, *, anew: bool = True) -> Path:
    """The tree of a subject: a copy of a model below `build/proofs`, or a public project, fetched to `build/public`.

    anew: whether the copy is made; else it is the one that was made before, with what was done to it.
    """
    if subject.folder is not None:
        copy = build / "proofs" / "trees" / subject.name
        return _alone(subject.folder, copy) if anew else copy
    assert subject.project is not None
    folder = fetch(subject.project, build / "public")
    (folder / "pyproject.toml").touch()  # the root of a project of its own, whatever stands above
    for name in subject.made:
        (folder / name).touch()
    return folder


def _alone(folder: Path, target: Path) -> Path:
    """A copy that is a project of its own, so that it is run without the repository around it."""
    if target.exists():
        shutil.rmtree(target)
    shutil.copytree(folder, target, ignore=shutil.ignore_patterns("__pycache__"))
    (target / "pyproject.toml").touch()
    return target


def packages(build: Path) -> Path:
    """A folder with what the public projects need; installed once."""
    target = build / "proofs" / "packages"
    if not target.is_dir():
        command = [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--no-deps",
            "--disable-pip-version-check",
        ]
        done = subprocess.run(
            [*command, "--target", str(target), *PACKAGES], capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise ProofError(
                f"the packages of the public projects could not be installed:\n{done.stderr.strip()}"
            )
    return target


def environment_of(subject: Subject, folder: Path, build: Path) -> dict[str, str]:
    """The environment that the command of a subject runs in, in one of its trees."""
    own = subject.environment.get("PYTHONPATH")
    paths = [str(folder / entry) for entry in own.split(os.pathsep)] if own is not None else []
    paths += [str(packages(build))] if subject.project else []
    inherited = [entry for entry in os.environ.get("PYTHONPATH", "").split(os.pathsep) if entry]
    return {
        **os.environ,
        "CUDA_VISIBLE_DEVICES": "-1",
        "TF_CPP_MIN_LOG_LEVEL": "3",
        **subject.environment,
        "PYTHONPATH": os.pathsep.join([*inherited, *paths]),
    }


def hybridize(word: str, subject: Subject, build: Path, *options: str) -> dict[str, Any]:
    """The JSON of `hybridize WORD` on a subject.

    Raises:
        ProofError: it did not come to a result.
    """
    folder = folder_of(subject, build)
    environment = environment_of(subject, folder, build)
    command = [sys.executable, "-m", "hybridize_cli", word, "--isolated", "--format", "json", *options]
    done = subprocess.run(
        [*command, ".", "--", *subject.command],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode not in ACCEPTED or not done.stdout:
        raise ProofError(
            f"{word} of {subject.name} exited with {done.returncode}:\n{done.stderr.strip()[-3000:]}"
        )
    result: dict[str, Any] = json.loads(done.stdout)
    return result
