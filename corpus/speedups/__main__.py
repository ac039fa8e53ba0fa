"""`python -m corpus.speedups [NAME…]`: speeds up the bundled models and public programs.

A public program is sped up without its authors' `tf.function`s.  Where there were any, the program as it was, the one with
the edits that were found, and its authors' with their graphs are then run in turns.  Results are kept in
`build/speedups/results`, one file per program, and a run that was ended is taken up where it was; what is there is not run
again unless `--again` asks for it, and with `--kept` nothing is run.  `--mirror DIR` has the public repositories (bare,
OWNER+NAME/repo); without it only the bundled models are run.  With `--write` the figures go to docs/measured/speedups.json,
in the place of those that these programs had there, and the page and the drawing of all figures to
docs/measured/speedups.md and speedups.svg: of each program the commit is told that it was measured on.  Exit code 2 when a
program has no result.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import signal
import subprocess
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from corpus.proofs.run import ProofError, folder_of, hybridize
from corpus.proofs.subjects import Subject
from corpus.speedups.page import page, plot
from corpus.speedups.programs import PUBLIC, SUITES, Taken, bundled, taken
from corpus.speedups.whole import whole_runs

REPOSITORY = Path(__file__).resolve().parents[2]
BUILD = REPOSITORY / "build"
DOCS = REPOSITORY / "docs/measured"
KEPT = BUILD / "speedups" / "results"


def result(name: str, options: argparse.Namespace) -> Any:
    """The JSON of one program; None where it could not be run, or is not to be."""
    kept = KEPT / f"{name}.json"
    found = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() and not options.again else None
    if options.kept or (found is not None and "whole" in found):
        return found
    try:
        program = _taken(name, options)
        if found is None:
            print(f"speedup {name}", file=sys.stderr, flush=True)
            found = {**sped_up(program.subject, options), "graphs": program.graphs, "state": state()}
            _keep(kept, found)
        print(f"whole runs of {name}", file=sys.stderr, flush=True)
        runs = whole_runs(program.subject, _versions(program, found), BUILD, options.rounds)
        found["whole"] = {name: [run.seconds for run in each] for name, each in runs.items()}
        found["processor"] = {name: [run.processor for run in each] for name, each in runs.items()}
    except ProofError as error:
        print(f"error: {name}: {error}", file=sys.stderr)
        return found
    _keep(kept, found)
    return found


def state() -> str:
    """The commit that is measured, with a `+` where what is measured has been changed since."""
    git = ["git", "-C", str(REPOSITORY)]
    commit = subprocess.run(
        [*git, "rev-parse", "--short=7", "HEAD"], capture_output=True, text=True, check=True
    )
    changes = subprocess.run(
        [*git, "status", "--porcelain", "--", "analyzer", "cli", "refactorings", "corpus/speedups"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return commit.stdout.strip() + "+" * bool(changes.stdout.strip())


def _keep(kept: Path, found: Any) -> None:
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


def _taken(name: str, options: argparse.Namespace) -> Taken:
    """A program; of a public one, its trees are taken from the mirror."""
    for subject in bundled():
        if subject.name == name:
            return Taken(subject, None, 0)
    return next(
        taken(program, options.mirror, BUILD) for program in (*PUBLIC, *SUITES) if program.name == name
    )


def sped_up(subject: Subject, options: argparse.Namespace) -> Any:
    """What `speedup` says of a program; the edits are made in the copy of its tree that it was given.

    Raises:
        ProofError: it did not come to a result.
    """
    limits = ("--seed", "1", "--repeat", str(options.repeat), "--minutes", str(options.minutes))
    variants = () if options.variants else ("--no-variants",)
    return hybridize("speedup", subject, BUILD, "--apply", *variants, *limits)


def _versions(program: Taken, found: Any) -> dict[str, Path]:
    """The trees to run as wholes; none where the authors wrote no graphs: the other two `speedup` has run in turns."""
    assert program.subject.folder is not None
    if program.authors is None:
        return {}
    edited = {"after": folder_of(program.subject, BUILD, anew=False)} if found["kept"] else {}
    return {"before": program.subject.folder, **edited, "authors": program.authors}


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns its exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m corpus.speedups", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="programs (by default all)")
    parser.add_argument(
        "--mirror", type=Path, metavar="DIR", help="bare public repositories, OWNER+NAME/repo"
    )
    parser.add_argument(
        "--repeat", type=int, default=1, metavar="N", help="runs with which `speedup` measures (1)"
    )
    parser.add_argument(
        "--rounds",
        type=int,
        default=3,
        metavar="N",
        help="whole runs of each version beside that of its authors (3)",
    )
    parser.add_argument(
        "--minutes", type=float, default=30.0, metavar="N", help="after which nothing new is tried (30)"
    )
    parser.add_argument(
        "--variants",
        action="store_true",
        help="let `speedup` try arguments of `tf.function`, which takes longer",
    )
    parser.add_argument("--again", action="store_true", help="run what has been run before, too")
    parser.add_argument("--kept", action="store_true", help="run nothing: show what has been run before")
    parser.add_argument("--write", action="store_true", help="write the page in docs")
    options = parser.parse_args(arguments)
    # Ended from outside, what it runs ends too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    public = [program.name for program in (*PUBLIC, *SUITES)] if options.mirror or options.kept else []
    known = [*(subject.name for subject in bundled()), *public]
    if unknown := sorted(set(options.names) - set(known)):
        parser.error(f"no program {', '.join(unknown)}; known: {', '.join(known)}")
    results = {name: result(name, options) for name in options.names or known}
    settings = (
        f"TensorFlow {version('tensorflow')}, Keras {version('keras')}, Python {platform.python_version()} "
        f"on {os.cpu_count()} processors"
    )
    if options.write:
        _write(results, settings, options)
    else:
        print(page(results, settings, {name: _kind(name) for name in results}))
    return 2 if None in results.values() else 0


def _write(results: dict[str, Any], settings: str, options: argparse.Namespace) -> None:
    """Puts results among the figures in docs, and makes the page of them all."""
    file = DOCS / "speedups.json"
    before = json.loads(file.read_text(encoding="utf-8"))["programs"] if file.exists() else {}
    new = {name: _plain(found) for name, found in results.items() if found is not None or not options.kept}
    order = [*(subject.name for subject in bundled()), *(program.name for program in (*PUBLIC, *SUITES))]
    programs = {name: {**before, **new}[name] for name in order if name in before or name in new}
    kinds = {name: _kind(name) for name in programs}
    figures = {"settings": settings, "kinds": kinds, "programs": programs}
    file.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    (DOCS / "speedups.md").write_text(page(programs, settings, kinds), encoding="utf-8")
    (DOCS / "speedups.svg").write_text(plot(programs), encoding="utf-8")


def _kind(name: str) -> str:
    if any(program.name == name for program in SUITES):
        return "test suite"
    return "public program" if any(program.name == name for program in PUBLIC) else "bundled model"


def _plain(found: Any) -> Any:
    """A result without what names this machine."""
    return found and {
        key: value for key, value in found.items() if key not in ("tool", "command", "root", "changes")
    }


if __name__ == "__main__":
    sys.exit(main())
