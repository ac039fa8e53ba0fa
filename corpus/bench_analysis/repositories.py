"""What a cold `check` of whole public repositories costs: tests, notebooks' scripts and examples included.

They are the pinned subjects of the recovery measure, as their authors wrote them.  Of the half that is held back nothing
but names, lines and costs is kept.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from corpus.bench_analysis.measure import run, size_of
from corpus.bench_analysis.rivals import Rival
from corpus.recovery.manifest import SUBJECTS, Subject
from corpus.recovery.trees import files_of

COMPARED = ("N3PDF/vegasflow", "danielegrattarola/spektral")
"""Those that the other checkers check, too."""
LIMIT = 600
"""CPU seconds, past which a run is ended."""
_CHECK = (
    *(sys.executable, "-m", "hybridize_cli", "check", "--all", "--jobs", "1", "--exit-zero", "--silent"),
    *("--isolated", "--no-cache", "--no-profile", "--python", "none", "."),
)


def repositories(names: Sequence[str]) -> list[Subject]:
    """The repositories that are named, or all of them."""
    return [s for s in SUBJECTS if s.archive is None and (not names or s.name in names)]


def cost_of(subject: Subject, mirror: Path, build: Path, others: Sequence[Rival]) -> dict[str, Any]:
    """Lines, CPU seconds and memory of one cold run over a commit of a repository.

    mirror: the folder of bare clones.  others: the checkers that are run beside.
    """
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        for path, content in files_of(subject, mirror, build):
            target = root / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        size = size_of(root)
        cost = run(_CHECK, root, limit=LIMIT)
        compared = others if subject.name in COMPARED else ()
        beside = {rival.name: asdict(run(rival.command, root, limit=LIMIT)) for rival in compared}
    return {
        "name": subject.name,
        "commit": subject.commit,
        "size": asdict(size),
        "cost": asdict(cost),
        "others": beside,
    }


def start() -> dict[str, Any]:
    """What a run over one empty file costs, the least of three: every other figure holds it, too."""
    with tempfile.TemporaryDirectory() as scratch:
        (Path(scratch) / "main.py").touch()
        return asdict(min((run(_CHECK, Path(scratch)) for _ in range(3)), key=lambda cost: cost.cpu))


def per_thousand(repository: Mapping[str, Any], beginning: float) -> float:
    """CPU seconds for every 1,000 lines.  beginning: CPU seconds of the start, which is left out."""
    return 1000 * float(repository["cost"]["cpu"] - beginning) / max(int(repository["size"]["lines"]), 1)


def is_finished(repository: Mapping[str, Any]) -> bool:
    """Whether the run came to its end."""
    return repository["cost"]["code"] == 0
