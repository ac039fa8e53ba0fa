"""One run of `hybridize check` over a project, and what it counted."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

VERDICTS = ("convert", "remove", "reconfigure", "keep", "undetermined")


class CheckError(Exception):
    """`hybridize check` did not end as it should; the text holds what it printed."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What a run said of one project.  seconds: wall-clock time.  safe: edits that `fix` makes unasked."""

    project: str
    files: int
    lines: int
    functions: int
    hybrid: int
    verdicts: dict[str, int]
    safe: int
    findings: dict[str, int]
    errors: int
    seconds: float


def check(root: Path, *, jobs: int = 1, environment: Mapping[str, str] | None = None) -> str:
    """The JSON document that `hybridize check --all` prints about `root`.

    Raises:
        CheckError: another exit code than 0 or 1, or anything on standard error.
    """
    command = [sys.executable, "-m", "hybridize_cli", "check", "--isolated", "--format", "json", "--all"]
    done = subprocess.run(
        [*command, "--jobs", str(jobs), "."],
        cwd=root,
        env={**os.environ, **(environment or {})},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode not in (0, 1) or not done.stdout or done.stderr:
        raise CheckError(f"check of {root.name} exited with {done.returncode}:\n{done.stderr.strip()}")
    return done.stdout


def measure(name: str, root: Path, *, jobs: int) -> tuple[Counts, str]:
    """Checks a project; the counts and the document."""
    started = time.monotonic()
    text = check(root, jobs=jobs)
    seconds = time.monotonic() - started
    return count(name, root, json.loads(text), seconds), text


def count(name: str, root: Path, document: dict[str, Any], seconds: float) -> Counts:
    """The counts of one document."""
    files = sorted(root.rglob("*.py"))
    functions = document["functions"]
    verdicts = Counter(function["verdict"] for function in functions)
    return Counts(
        project=name,
        files=len(files),
        lines=sum(file.read_bytes().count(b"\n") for file in files),
        functions=len(functions),
        hybrid=sum(function["hybrid"] for function in functions),
        verdicts={verdict: verdicts[verdict] for verdict in VERDICTS},
        safe=sum(function["safe"] for function in functions),
        findings=dict(sorted(Counter(finding["rule"] for finding in document["findings"]).items())),
        errors=len(document["errors"]),
        seconds=round(seconds, 1),
    )
