"""`python -m corpus.demo`: checks the bundled models, edits a copy, runs both and shows what was gained.

Exit code 0 when every program ran and its outputs did not change, 1 when not, 2 when `hybridize` failed.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.syntax import Syntax

from corpus.demo import present
from corpus.demo.commands import CommandError, hybridize
from corpus.demo.compare import Comparison, compare
from corpus.demo.programs import MODELS, REPOSITORY, Worker


def show_check(console: Console, build: Path) -> None:
    """Runs `hybridize check`, keeps its text in a file, and shows the first finding and the last lines."""
    text = hybridize("check", str(MODELS.relative_to(REPOSITORY)), cwd=REPOSITORY)
    target = build / "check.txt"
    target.write_text(text, encoding="utf-8")
    blocks = text.rstrip().split("\n\n")
    console.rule("hybridize check corpus/models")
    for block in blocks[:1] + blocks[1:][-1:]:
        _print_plain(console, block)
    console.print(f"({len(text.splitlines())} lines, all of them in {_shown(target)})")


def show_diff(console: Console) -> None:
    """Prints the edit that `hybridize fix` would make."""
    diff = hybridize("fix", "--diff", str(MODELS.relative_to(REPOSITORY)), cwd=REPOSITORY)
    console.rule("hybridize fix --diff corpus/models")
    if console.is_terminal:
        console.print(Syntax(diff, "diff", background_color="default"))
    else:
        _print_plain(console, diff)


def edit_copy(console: Console, build: Path) -> Path:
    """Copies the models and lets `hybridize fix` edit the copy; returns its folder."""
    copy = build / "models"
    if copy.exists():
        shutil.rmtree(copy)
    shutil.copytree(MODELS, copy, ignore=shutil.ignore_patterns("__pycache__"))
    console.rule(f"hybridize fix {_shown(copy)}")
    _print_plain(console, hybridize("fix", str(copy), cwd=REPOSITORY).rstrip())
    return copy


def compare_all(console: Console, names: Sequence[str], copy: Path, build: Path) -> list[Comparison]:
    """Runs the original and the edited version of each model, side by side in one pair of processes."""
    done = []
    console.rule("running originals and edited copies")
    with (
        Worker(build / "original.log") as eager,
        Worker(build / "edited.log") as graph,
        Progress(console=console, transient=True) as progress,
    ):
        bar = progress.add_task("starting", total=len(names))
        for name in names:
            progress.update(bar, description=name)
            done.append(compare(MODELS / name, copy / name, eager, graph))
            console.print(f"{len(done)}/{len(names)} {present.outcome(done[-1])}", highlight=False)
            progress.advance(bar)
    return done


def conclude(console: Console, comparisons: Sequence[Comparison], build: Path) -> int:
    """Shows table and failures, writes the figures; returns the exit code."""
    console.print(present.table(comparisons))
    present.write_json(comparisons, build / "figures.json")
    present.write_plot(comparisons, build / "speedups.png")
    for comparison in comparisons:
        if comparison.error is not None:
            _print_plain(console, f"{comparison.model}: {comparison.error}")
    faster = sum((c.speed_up or 0.0) > 1.0 for c in comparisons)
    console.print(f"{faster} of {len(comparisons)} models run faster after the edit.")
    console.print(f"Plot: {_shown(build / 'speedups.png')}   figures: {_shown(build / 'figures.json')}")
    return 0 if faster and all(c.equal for c in comparisons) else 1


def _print_plain(console: Console, text: str) -> None:
    """Prints what another program wrote as it wrote it."""
    console.print(text, markup=False, highlight=False, soft_wrap=True)


def _shown(path: Path) -> str:
    return path.relative_to(REPOSITORY).as_posix() if path.is_relative_to(REPOSITORY) else str(path)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the demo; returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m corpus.demo", description=__doc__)
    known = sorted(path.parent.name for path in MODELS.glob("*/main.py"))
    parser.add_argument("models", nargs="*", metavar="MODEL", help=f"which to run, of: {', '.join(known)}")
    parser.add_argument(
        "--build", type=Path, default=REPOSITORY / "build" / "demo", help="folder for results"
    )
    options = parser.parse_args(arguments)
    if unknown := sorted(set(options.models) - set(known)):
        parser.error(f"no model named {', '.join(unknown)}; there are {', '.join(known)}")
    build: Path = options.build.resolve()
    build.mkdir(parents=True, exist_ok=True)
    console = Console()
    try:
        show_check(console, build)
        show_diff(console)
        copy = edit_copy(console, build)
    except CommandError as error:
        _print_plain(console, str(error))
        return 2
    comparisons = compare_all(console, options.models or known, copy, build)
    return conclude(console, comparisons, build)


if __name__ == "__main__":
    sys.exit(main())
