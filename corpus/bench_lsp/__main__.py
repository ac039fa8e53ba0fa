"""`python -m corpus.bench_lsp [--write] [--edits N] [NAME…]`: how fast the language server answers while one types.

Projects are `generated`, `long` and `gpflow`.  `--write` puts the table into docs/measured/lsp-latency.md;
projects that were not measured keep theirs.  Needs /proc.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hybridize_lsp.configuration import EditorSettings
from rich.console import Console

from corpus.bench_lsp.client import Times, play
from corpus.bench_lsp.lag import lags
from corpus.bench_lsp.page import page
from corpus.bench_lsp.projects import make_long_file, make_project, middle_file
from corpus.bench_lsp.recording import recording
from corpus.public.__main__ import BUILD
from corpus.public.fetch import fetch
from corpus.public.manifest import PROJECTS

DOCS = Path(__file__).resolve().parents[2] / "docs/measured"
NAMES = ("generated", "long", "gpflow")


def measure(name: str, *, edits: int) -> dict[str, Any]:
    """Plays the recording into a copy of a project, once without a cache and once with it."""
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch) / name
        path = _make(name, root)
        cold = asyncio.run(play(root, path, recording(), edits=0))
        warm = asyncio.run(play(root, path, recording(), edits=edits))
    load = os.getloadavg()[0] / (os.cpu_count() or 1)
    return {
        "project": name,
        "load": load,
        "first": cold.first,
        "cached": warm.first,
        "edits": edits,
        **_figures(warm),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures the projects that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*NAMES, []])
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--edits", type=int, default=2000)
    parser.add_argument("--lag", action="store_true", help="also compare a thread with a process")
    options = parser.parse_args(arguments)
    names = options.names or NAMES
    console = Console(stderr=True)
    found = []
    for name in names:
        with console.status(f"editing {name}"):
            found.append(measure(name, edits=options.edits))
    late = _lags(names[-1]) if options.lag else {}
    known = _known()
    projects = {one["project"]: one for one in (*known.get("projects", []), *found)}
    document = {"projects": list(projects.values()), "lags": late or known.get("lags", {})}
    text = page(document["projects"], document["lags"], EditorSettings().delay)
    if options.write:
        (DOCS / "lsp-latency.json").write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
        (DOCS / "lsp-latency.md").write_text(text, encoding="utf-8")
    else:
        print(text)
    return 0


def _make(name: str, root: Path) -> Path:
    if name == "generated":
        return make_project(root)
    if name == "long":
        return make_long_file(root)
    (project,) = [project for project in PROJECTS if project.name == name]
    shutil.copytree(fetch(project, BUILD), root)
    return middle_file(root)


def _lags(name: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch) / name
        _make(name, root)
        return {"project": name, **{kind: _spread(late) for kind, late in lags(root).items()}}


def _figures(times: Times) -> dict[str, Any]:
    timed = ("diagnostics", "cpu", "hover", "actions", "resolve", "all", "repair")
    return {**{name: _spread(getattr(times, name)) for name in timed}, "memory": times.memory}


def _spread(values: Sequence[float]) -> dict[str, float]:
    """Percentiles; empty where there are no values."""
    ordered = sorted(values)
    if not ordered:
        return {}
    at = (len(ordered) - 1) / 100
    return {"p50": ordered[round(50 * at)], "p95": ordered[round(95 * at)], "most": ordered[-1]}


def _known() -> dict[str, Any]:
    figures = DOCS / "lsp-latency.json"
    known: dict[str, Any] = json.loads(figures.read_text(encoding="utf-8")) if figures.exists() else {}
    return known


if __name__ == "__main__":
    raise SystemExit(main())
