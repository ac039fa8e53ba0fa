"""`python -m corpus.batched`: batches the calls of the dynamic models, and times training steps of both versions.

Copies each model, lets `hybridize fix --select RULE --unsafe` edit the copy, and runs both in processes of their own, in
turns. Writes docs/measured/batched.md, .json and .svg. Exit code 0 when all were edited and compute the same.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

from corpus.batched.page import page, picture
from corpus.batched.workloads import WORKLOADS
from corpus.demo.commands import hybridize
from corpus.demo.compare import largest_difference
from corpus.demo.programs import MODELS, REPOSITORY

WARM_UP = 150  # steps of the edited version: networks are traced, and compiled, when that has paid
TOLERANCE = 1e-3


@dataclass(frozen=True, slots=True)
class Measured:
    """One model: milliseconds of processor time per training step as written and batched, and how far losses differ."""

    model: str
    rule: str
    edits: int
    eager: float
    batched: float
    difference: float
    steps: str

    @property
    def speed_up(self) -> float:
        return self.eager / self.batched


class Worker:
    """A process that runs one version of a model."""

    def __init__(self, folder: Path, model: str, log: Path) -> None:
        command = [sys.executable, "-m", "corpus.batched.worker", str(folder), model]
        with log.open("w") as errors:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                cwd=REPOSITORY,
            )

    def run(self, steps: int) -> dict[str, list[float]]:
        """Losses and seconds of so many steps.  Raises RuntimeError where the process has ended."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{steps}\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the program ended; its log says why")
        answer: dict[str, list[float]] = json.loads(line)
        return answer

    def end(self) -> None:
        """Lets the process end."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def measure(model: str, build: Path, steps: int) -> Measured:
    """Edits a copy of a model and times both, in turns; the median of the steps."""
    rule, setup = WORKLOADS[model]
    copy = build / model
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(MODELS / model, copy, ignore=shutil.ignore_patterns("__pycache__"))
    said = hybridize(
        "fix", "--isolated", "--no-cache", "--select", rule, "--unsafe", str(copy), cwd=REPOSITORY
    )
    before = Worker(MODELS / model, model, build / f"{model}-before.log")
    after = Worker(copy, model, build / f"{model}-after.log")
    try:
        eager, batched = before.run(2), after.run(WARM_UP)
        difference = largest_difference(
            {"losses": eager["losses"]}, {"losses": batched["losses"][: len(eager["losses"])]}
        )
        times: tuple[list[float], list[float]] = ([], [])
        for _ in range(steps):
            times[1].extend(after.run(5)["seconds"])
            times[0].extend(before.run(1)["seconds"])
    finally:
        before.end()
        after.end()
    described = (setup.__doc__ or "").strip().rstrip(".")
    return Measured(
        model, rule, _edits(said), 1e3 * median(times[0]), 1e3 * median(times[1]), difference, described
    )


def _edits(said: str) -> int:
    """How many edits `hybridize fix` says that it applied."""
    applied = re.search(r"^applied (\d+) edits?", said, re.MULTILINE)
    return int(applied[1]) if applied else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m corpus.batched", description=__doc__)
    parser.add_argument("models", nargs="*", metavar="MODEL", help=f"which, of: {', '.join(WORKLOADS)}")
    parser.add_argument("--steps", type=int, default=3, help="rounds of one step as written and five batched")
    parser.add_argument("--build", type=Path, default=REPOSITORY / "build" / "batched")
    parser.add_argument("--write", action="store_true", help="write docs/measured/batched.md, .json and .svg")
    options = parser.parse_args(arguments)
    if unknown := sorted(set(options.models) - set(WORKLOADS)):
        parser.error(f"no model named {', '.join(unknown)}; there are {', '.join(WORKLOADS)}")
    options.build.mkdir(parents=True, exist_ok=True)
    rows = []
    for model in options.models or WORKLOADS:
        rows.append(measure(model, options.build.resolve(), options.steps))
        print(line(rows[-1]), flush=True)
        if options.write:
            write(rows)
    return 0 if all(row.edits and row.difference < TOLERANCE for row in rows) else 1


def line(row: Measured) -> str:
    """One line about one model."""
    times = f"{row.eager:.1f} ms -> {row.batched:.1f} ms, {row.speed_up:.1f}x"
    return f"{row.model:16} {times}, {row.edits} edits, losses differ by {row.difference:.0e}"


def write(rows: Sequence[Measured]) -> None:
    """The page, its figures and its picture."""
    docs = REPOSITORY / "docs/measured"
    figures: list[dict[str, Any]] = [{**asdict(row), "speed_up": row.speed_up} for row in rows]
    (docs / "batched.json").write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    (docs / "batched.md").write_text(page(figures), encoding="utf-8")
    (docs / "batched.svg").write_text(picture(figures), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
