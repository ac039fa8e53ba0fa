"""`python -m corpus.bench_analysis [--write] [--rivals] [--hostile] [--mirror DIR] [NAME…]`: what checking costs.

Names are those of public projects, which are downloaded.  With `--mirror` they are those of repositories (`owner/name`) and
archives of the recovery measure instead, which are taken from a folder of bare clones: the smallest first, all of them
without names.  What has been measured of a repository stays until `--anew`, and with `--write` each is stored as soon as it
is known, so that a run that was ended goes on where it was.

Every figure is CPU time of a whole process, start included, on one core (`--jobs 1`); ratios are to `ast.parse` over
the same files in the same run.  `--write` puts the table into docs/measured/analysis-cost.md, figures beside it.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from corpus.bench_analysis.editing import Editing
from corpus.bench_analysis.hostile import MEASURED
from corpus.bench_analysis.measure import Cost, Size, run, size_of, typical
from corpus.bench_analysis.next_runs import runs_after_edits
from corpus.bench_analysis.page import page, points
from corpus.bench_analysis.plot import plot
from corpus.bench_analysis.repositories import LIMIT, Asked, measured, repositories, start
from corpus.bench_analysis.rivals import Rival, rivals
from corpus.public.__main__ import BUILD
from corpus.public.fetch import fetch
from corpus.public.manifest import PROJECTS

DOCS = Path(__file__).resolve().parents[2] / "docs/measured"
DEFAULT = ("gpflow", "trieste", "tf-agents", "tensorflow-probability")
COMPARED = ("gpflow", "trieste")
_EDITS = 20
_CHECK = (
    sys.executable,
    "-m",
    "hybridize_cli",
    "check",
    "--jobs",
    "1",
    "--exit-zero",
    "--silent",
    "--isolated",
    "--extend-exclude",
    "*.ipynb",
)


@dataclass(frozen=True, slots=True)
class Measured:
    """One project.

    warm: nothing changed since the last run.  next: the body of one function has, one run per edit.  editing: what following
    edits costs in a process that goes on.
    """

    project: str
    size: Size
    cold: Cost
    warm: Cost
    next: list[Cost]
    editing: Editing
    others: dict[str, Cost]


def measure(name: str, root: Path, *, repeat: int, compare: bool) -> Measured:
    """Checks a copy of the project cold, warm and while it is edited, and lets the others check it."""
    with tempfile.TemporaryDirectory() as scratch:
        copy, cache = Path(scratch) / "project", Path(scratch) / "cache"
        shutil.copytree(root, copy)
        size = size_of(copy)
        command = (*_CHECK, "--cache-dir", str(cache), ".")
        cold = typical([_anew(copy, cache, command) for _ in range(repeat)])
        warm = typical([run(command, copy) for _ in range(3)])
        after = runs_after_edits(copy, command, _EDITS)
        editing = _while_edited(copy)
        others = {r.name: run(r.command, copy) for r in (rivals(BUILD / "rivals") if compare else ())}
    return Measured(name, size, cold, warm, after, editing, others)


def _anew(copy: Path, cache: Path, command: Sequence[str]) -> Cost:
    shutil.rmtree(cache, ignore_errors=True)
    return run(command, copy)


def _while_edited(copy: Path) -> Editing:
    """Follows edits in a process of its own."""
    command = [sys.executable, "-m", "corpus.bench_analysis.editing", str(copy)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return Editing(**json.loads(done.stdout))


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures the projects that are named, or the default ones."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--mirror", type=Path, help="repositories instead, from this folder of bare clones")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--rivals", action="store_true", help="also run pylint, mypy and pyright")
    parser.add_argument("--hostile", action="store_true", help="also programs that are hard on an analysis")
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument(
        "--edits", type=int, default=0, help="of repositories: runs after an edited body, too"
    )
    parser.add_argument("--limit", type=int, default=LIMIT, help="CPU seconds for each run over a repository")
    parser.add_argument("--anew", action="store_true", help="also repositories that have been measured")
    options = parser.parse_args(arguments)
    console = Console(stderr=True)
    known = _known()
    if options.mirror is None:
        names = options.names or DEFAULT
        known["projects"] = _merged(known["projects"], _projects(names, options, console), "project")
    if options.hostile:
        known["hostile"] = [_hostile(program, size) for program, size in MEASURED]
    if options.mirror is not None:
        _repositories(known, options, console)
    if options.write:
        _write(known)
    else:
        print(_page(known))
    return 0


def _projects(names: Sequence[str], options: argparse.Namespace, console: Console) -> list[dict[str, Any]]:
    """Measures public projects."""
    found: list[Measured] = []
    for project in (p for p in PROJECTS if p.name in names):
        with console.status(f"measuring {project.folder}"):
            root = fetch(project, BUILD)
            compare = options.rivals and project.name in COMPARED
            found.append(measure(project.folder, root, repeat=options.repeat, compare=compare))
        last = found[-1]
        console.print(
            f"{project.folder}: {last.cold.cpu:.1f} s, {last.cold.cpu / last.size.parse:.0f} x ast.parse"
        )
    return [asdict(one) for one in found]


def _repositories(known: dict[str, Any], options: argparse.Namespace, console: Console) -> None:
    """Measures what is not known of repositories yet, and with `--write` keeps each."""
    others = rivals(BUILD / "rivals") if options.rivals else []
    known["start"] = {**start(), "others": {**known["start"].get("others", {}), **_starts(others)}}
    asked = Asked(options.mirror, BUILD, others, options.edits, options.limit, options.anew)
    chosen = repositories(options.names)
    for one in measured(
        chosen,
        known["repositories"],
        asked,
        lambda text: console.print(text, highlight=False, soft_wrap=True),
    ):
        known["repositories"] = _merged(known["repositories"], [one], "name")
        if options.write:
            _write(known)


def _starts(others: Sequence[Rival]) -> dict[str, Any]:
    return {rival.name: start(rival.command) for rival in others}


def _known() -> dict[str, Any]:
    """The figures of earlier runs; what is not measured now keeps them."""
    found = json.loads((DOCS / "analysis-cost.json").read_text(encoding="utf-8"))
    return {"repositories": [], "start": {"cpu": 0.0, "memory": 0.0}, **found}


def _merged(old: list[dict[str, Any]], new: list[dict[str, Any]], key: str) -> list[dict[str, Any]]:
    merged = {one[key]: one for one in (*old, *new)}
    return sorted(merged.values(), key=lambda one: int(one["size"]["lines"]))


def _page(known: dict[str, Any]) -> str:
    return page(known["projects"], known["hostile"], known["repositories"], known["start"])


def _write(known: dict[str, Any]) -> None:
    """Brings the page, the plot and the figures up to date."""
    (DOCS / "analysis-cost.json").write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
    (DOCS / "analysis-cost.md").write_text(_page(known), encoding="utf-8")
    (DOCS / "analysis-cost.svg").write_text(
        plot(points(known["repositories"], known["start"])), encoding="utf-8"
    )


def _hostile(program: Callable[[int], str], size: int) -> dict[str, Any]:
    """What checking one program costs that is hard on an analysis."""
    text = program(size)
    with tempfile.TemporaryDirectory() as scratch:
        (Path(scratch) / "main.py").write_text(text, encoding="utf-8")
        cost = run((*_CHECK, "--no-cache", "."), Path(scratch))
    lines = text.count("\n")
    return {"program": program.__name__, "size": size, "lines": lines, "cost": asdict(cost)}


if __name__ == "__main__":
    sys.exit(main())
