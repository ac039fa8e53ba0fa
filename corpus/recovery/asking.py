"""Asking the analysis about stripped trees: one process each, within a budget of CPU seconds."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Asked:
    """What the analysis said of one function.

    end: its last line.  rank: place among the functions that `check` offers to make graphs, None where it does not.
    reasons: what each rule says against it.  sites: path and line of its visible calls.
    """

    path: str
    line: int
    end: int
    qualname: str
    verdict: str
    safe: bool
    gain: str | None
    refusals: tuple[str, ...]
    reasons: tuple[str, ...]
    sites: tuple[tuple[str, int], ...]
    callers: tuple[tuple[str, int], ...]
    rank: int | None

    @property
    def reported(self) -> bool:
        """Whether `check` offers to make it a graph."""
        return self.rank is not None


@dataclass(frozen=True, slots=True)
class Answer:
    """What one run said.  failure: why there is nothing; None where there is.  cpu: seconds.  memory: KiB."""

    functions: tuple[Asked, ...] = ()
    cpu: float = 0.0
    memory: int = 0
    failure: str | None = None


def ask(root: Path, seconds: int, packages: Path | None = None) -> Answer:
    """What `hybridize check --all` says of a tree; a failure where it takes more than `seconds` of CPU time, or breaks.

    packages: the folder of the packages that are installed, if any are.
    """
    installed = "none" if packages is None else str(packages.absolute())
    command = [sys.executable, "-m", "corpus.recovery.worker", str(root), str(seconds), installed]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", check=False)
    if done.returncode in (-24, -9):  # SIGXCPU, and SIGKILL at the hard limit
        return Answer(cpu=float(seconds), failure=f"unfinished after {seconds} CPU s")
    if done.returncode:
        said = (done.stderr.strip().splitlines() or ["no message"])[-1]
        return Answer(failure=f"exit code {done.returncode}: {said}")
    return answer(json.loads(done.stdout))


def uses_any(root: Path, packages: Path) -> bool:
    """Whether a file of a tree imports a package that is in a folder and not in the tree."""
    own = {path.name for path in root.rglob("*") if path.is_dir()}
    names = sorted({path.parent.name for path in packages.glob("*/__init__.py")} - own)
    named = "|".join(map(re.escape, names))
    imported = re.compile(rf"^\s*(?:import|from)\s+(?:{named})\b", re.MULTILINE)
    texts = (path.read_text(encoding="utf-8", errors="replace") for path in root.rglob("*.py"))
    return bool(names) and any(imported.search(text) for text in texts)


def answer(document: dict[str, Any]) -> Answer:
    """The document of the worker, read."""
    ranks = {(path, line): rank for rank, (path, line) in enumerate(document["ranked"])}
    functions = tuple(_asked(each, ranks) for each in document["functions"])
    return Answer(functions, document["cpu"], document["memory"])


def _asked(each: dict[str, Any], ranks: dict[tuple[str, int], int]) -> Asked:
    tuples = {name: tuple(map(tuple, each[name])) for name in ("sites", "callers")}
    names = {name: tuple(each[name]) for name in ("refusals", "reasons")}
    return Asked(**{**each, **tuples, **names}, rank=ranks.get((each["path"], each["line"])))
