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
EDITS = ("convert", "remove", "reconfigure")


class CheckError(Exception):
    """`hybridize check` did not end as it should; the text holds what it printed."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What a run said of one project.  seconds: wall-clock time.  safe: edits that `fix` makes unasked.

    candidates: functions that are graphs already, or have a tensor parameter.  convertible: those of them for which the
    analysis offers an edit, with assumptions or without; convertible_safe: without; gainless: those that would gain nothing.
    refusals: of eager candidates without an edit, by rule; sole: of those with only one rule against them.
    """

    project: str
    files: int
    lines: int
    functions: int
    hybrid: int
    candidates: int
    convertible: int
    convertible_safe: int
    gainless: int
    refusals: dict[str, int]
    sole: dict[str, int]
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
    command += ["--extend-exclude", "*.ipynb"]  # what is counted are functions of modules
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
    candidates = [f for f in functions if f["hybrid"] or f["tensor_parameter"]]
    offered = [f for f in candidates if f["verdict"] in EDITS]
    refused = [f["refusals"] for f in candidates if not f["hybrid"] and f["verdict"] not in EDITS]
    return Counts(
        project=name,
        files=len(files),
        lines=sum(file.read_bytes().count(b"\n") for file in files),
        functions=len(functions),
        hybrid=sum(function["hybrid"] for function in functions),
        candidates=len(candidates),
        convertible=len(offered),
        convertible_safe=sum(f["safe"] for f in offered),
        gainless=sum(f["gain"] == "none" for f in offered),
        refusals=dict(Counter(rule for rules in refused for rule in rules).most_common()),
        sole=dict(Counter(rules[0] for rules in refused if len(rules) == 1).most_common()),
        verdicts={verdict: verdicts[verdict] for verdict in VERDICTS},
        safe=sum(function["safe"] for function in functions),
        findings=dict(sorted(Counter(finding["rule"] for finding in document["findings"]).items())),
        errors=len(document["errors"]),
        seconds=round(seconds, 1),
    )
