"""Runs that each follow the edit of one function body."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Sequence
from pathlib import Path

from corpus.bench_analysis.body_edits import edited_bodies
from corpus.bench_analysis.measure import Cost, run

_SEED = 7
_TRIES = 1000


def runs_after_edits(
    root: Path, command: Sequence[str], count: int, *, limit: int | None = None
) -> list[Cost]:
    """Edits the body of one function and runs the command again, `count` times; the edits stay.

    There are fewer runs where nothing is found that can be edited.
    """
    chance = random.Random(_SEED)
    costs: list[Cost] = []
    files = sorted(path for path in root.rglob("*.py") if path.stat().st_size)
    for _ in range(_TRIES if files else 0):
        if len(costs) >= count:
            break
        path = chance.choice(files)
        with contextlib.suppress(SyntaxError, UnicodeDecodeError):
            texts = [*edited_bodies(path.read_text(encoding="utf-8"), chance)]
            if texts:
                path.write_text(chance.choice(texts), encoding="utf-8")
                costs.append(run(command, root, limit=limit))
    return costs
