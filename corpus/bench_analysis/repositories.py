"""What a cold `check` of whole public repositories costs: tests, notebooks' scripts and examples included.

They are the pinned subjects of the recovery measure, as their authors wrote them, without the files that Python cannot
parse.  Of the half that is held back nothing but names, lines and costs is kept.
"""

from __future__ import annotations

import ast
import contextlib
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from corpus.bench_analysis.measure import Cost, run, size_of
from corpus.bench_analysis.next_runs import runs_after_edits
from corpus.bench_analysis.rivals import Rival
from corpus.recovery.manifest import SUBJECTS, Subject
from corpus.recovery.trees import TreeError, files_of

LIMIT = 600
"""CPU seconds, past which a run is ended."""
_CHECK = (
    *(sys.executable, "-m", "hybridize_cli", "check", "--all", "--jobs", "1", "--exit-zero", "--silent"),
    *("--isolated", "--no-profile", "--python", "none"),
)
_COLD = (*_CHECK, "--no-cache", ".")


@dataclass(frozen=True, slots=True)
class Asked:
    """What is measured, and of what.

    mirror: the folder of bare clones.  build: where archives are kept.  others: the checkers that are run beside.
    edits: how many runs after an edited body.  limit: CPU seconds for each run.  anew: also what is known.
    """

    mirror: Path
    build: Path
    others: Sequence[Rival] = ()
    edits: int = 0
    limit: int = LIMIT
    anew: bool = False


def repositories(names: Sequence[str]) -> list[Subject]:
    """The repositories and archives that are named, or all of them."""
    return [s for s in SUBJECTS if not names or s.name in names]


def measured(
    subjects: Sequence[Subject],
    known: Sequence[Mapping[str, Any]],
    asked: Asked,
    say: Callable[[str], None] = lambda _: None,
) -> Iterator[dict[str, Any]]:
    """Each repository as soon as what is asked of it is known, the smallest first; those where it was known are left out.

    known: what earlier runs gave.  say: gets a line of progress.
    """
    earlier = {} if asked.anew else {one["name"]: one for one in known}
    sizes: dict[str, int] = {}
    for subject in subjects:
        try:
            sizes[subject.name] = sum(
                len(content) for _, content in files_of(subject, asked.mirror, asked.build)
            )
        except TreeError as error:
            say(f"{subject.name} is left out: {error}")
    ordered = sorted((s for s in subjects if s.name in sizes), key=lambda s: sizes[s.name])
    for number, subject in enumerate(ordered, 1):
        old = earlier.get(subject.name)
        record = _brought_up(subject, old, asked)
        if record is not None:
            say(f"{number} of {len(ordered)}: {_told(record)}")
            yield record


def _brought_up(subject: Subject, old: Mapping[str, Any] | None, asked: Asked) -> dict[str, Any] | None:
    """What is known with what was missing, or None where nothing was."""
    if old is not None and old["commit"] != _version(subject):
        old = None
    record: dict[str, Any] = dict(old or {})
    missing = old is None or not {rival.name for rival in asked.others} <= old["others"].keys()
    if missing:
        record |= cost_of(subject, asked)
    unknown = asked.edits > 0 and "next" not in record
    if unknown:
        with _tree(subject, asked) as root:
            record["next"] = _next(root, asked)
    return record if missing or unknown else None


def _told(record: Mapping[str, Any]) -> str:
    others = {"hybridize": record["cost"], **record["others"]}
    costs = ", ".join(f"{name} {cost['cpu']:.1f} s" for name, cost in others.items())
    return f"{record['name']}, {record['size']['lines']:,} lines: {costs}"


def cost_of(subject: Subject, asked: Asked) -> dict[str, Any]:
    """Lines, CPU seconds and memory of one cold run over a commit of a repository, and of the other checkers."""
    with _tree(subject, asked) as root:
        size = size_of(root)
        cost = run(_COLD, root, limit=asked.limit)
        (root / "pyrightconfig.json").write_text("{}", encoding="utf-8")
        beside = {rival.name: asdict(run(rival.command, root, limit=asked.limit)) for rival in asked.others}
    return {
        "name": subject.name,
        "commit": _version(subject),
        "size": asdict(size),
        "cost": asdict(cost),
        "others": beside,
    }


def _next(root: Path, asked: Asked) -> dict[str, Any]:
    """A cold run that keeps its analysis, and the runs after edited bodies."""
    with tempfile.TemporaryDirectory() as cache:
        command = (*_CHECK, "--cache-dir", cache, ".")
        cold = run(command, root, limit=asked.limit)
        after = runs_after_edits(root, command, asked.edits, limit=asked.limit)
    return {"cold": asdict(cold), "runs": [asdict(one) for one in after]}


def _version(subject: Subject) -> str:
    return subject.commit or (subject.archive.version if subject.archive else "")


@contextlib.contextmanager
def _tree(subject: Subject, asked: Asked) -> Iterator[Path]:
    """The files of a repository in a folder of their own."""
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch) / "tree"
        root.mkdir()
        for path, content in files_of(subject, asked.mirror, asked.build):
            if not path.endswith(".py") or _is_python(content):
                target = root / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)
        yield root


def _is_python(content: bytes) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            ast.parse(content)
        except (SyntaxError, ValueError):
            return False
    return True


def start(command: Sequence[str] = _COLD) -> dict[str, Any]:
    """What a run over one empty file costs, the least of three: every other figure holds it, too."""
    with tempfile.TemporaryDirectory() as scratch:
        (Path(scratch) / "main.py").touch()
        return asdict(min((run(command, Path(scratch)) for _ in range(3)), key=_seconds))


def _seconds(cost: Cost) -> float:
    return cost.cpu


def per_thousand(repository: Mapping[str, Any], beginning: float) -> float:
    """CPU seconds for every 1,000 lines.  beginning: CPU seconds of the start, which is left out."""
    return 1000 * float(repository["cost"]["cpu"] - beginning) / max(int(repository["size"]["lines"]), 1)


def is_finished(repository: Mapping[str, Any]) -> bool:
    """Whether the run came to its end."""
    return bool(repository["cost"]["code"] == 0)
