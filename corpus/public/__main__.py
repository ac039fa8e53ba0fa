"""`python -m corpus.public [NAME…]`: checks the pinned public projects and counts the verdicts.

The sources come to `build/public/`, each document beside them, the counts to `build/public/counts.json`.
Exit code 0 when every project was checked, 1 when `check` failed on one, 2 when one could not be had.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from corpus.public.fetch import FetchError, fetch
from corpus.public.manifest import PROJECTS, Project
from corpus.public.page import page, read_review
from corpus.public.run import VERDICTS, CheckError, Counts, measure

BUILD = Path(__file__).resolve().parents[2] / "build" / "public"


def counts_table(rows: Sequence[Counts]) -> Table:
    """One line per project; `safe` counts the edits that `hybridize fix` makes unasked."""
    table = Table("project", title="hybridize check")
    for heading in ("files", "lines", "functions", "hybrid", *VERDICTS, "safe", "errors", "seconds"):
        table.add_column(heading, justify="right")
    for row in rows:
        verdicts = [row.verdicts[verdict] for verdict in VERDICTS]
        numbers = [row.files, row.lines, row.functions, row.hybrid, *verdicts, row.safe, row.errors]
        table.add_row(row.project, *map(str, numbers), f"{row.seconds:.1f}")
    return table


def run(projects: Sequence[Project], console: Console, *, jobs: int, build: Path = BUILD) -> list[Counts]:
    """Fetches and checks `projects`; writes the documents and the counts."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), MofNCompleteColumn(), TimeElapsedColumn())
    rows: list[Counts] = []
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=len(projects))
        for project in projects:
            progress.update(task, description=f"fetching {project.folder}")
            root = fetch(project, build)
            progress.update(task, description=f"checking {project.folder}")
            counts, document = measure(project.folder, root, jobs=jobs)
            (build / f"{project.folder}.json").write_text(document, encoding="utf-8")
            rows.append(counts)
            progress.advance(task)
            console.print(f"{project.folder}: {counts.functions} functions in {counts.seconds:.1f} s")
    (build / "counts.json").write_text(
        json.dumps([asdict(row) for row in rows], indent=2) + "\n", encoding="utf-8"
    )
    return rows


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns its exit code."""
    known = {project.name: project for project in PROJECTS}
    parser = argparse.ArgumentParser(
        prog="python -m corpus.public", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help=f"of: {', '.join(known)} (by default those that are not large)",
    )
    parser.add_argument("--page", type=Path, metavar="FILE", help="write the page of results, too")
    parser.add_argument("--jobs", type=int, default=1, help="processes for each check (1)")
    options = parser.parse_args(arguments)
    unknown = [name for name in options.names if name not in known]
    if unknown:
        parser.error(f"no project {', '.join(unknown)} in the manifest; known: {', '.join(known)}")
    console = Console(stderr=True)
    try:
        chosen = [known[name] for name in options.names] or [p for p in PROJECTS if not p.large]
        rows = run(chosen, console, jobs=options.jobs)
    except (FetchError, CheckError) as error:
        console.print(f"error: {error}", markup=False, highlight=False, soft_wrap=True)
        return 2 if isinstance(error, FetchError) else 1
    if options.page is not None:
        options.page.write_text(page(rows, read_review()), encoding="utf-8")
    Console(width=None if sys.stdout.isatty() else 160).print(counts_table(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
