"""`python -m corpus.recovery --mirror DIR`: takes `tf.function` out of public projects and asks what is wanted back.

DIR is a folder of bare clones: `git clone --bare https://github.com/OWNER/NAME DIR/OWNER+NAME`.  Packages come from the
package index.  Stripped trees are kept in `build/recovery`; verdicts are always asked anew.
Exit code 0 when every project was asked, 2 when one could not be had.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, replace
from pathlib import Path

from corpus.public.fetch import FetchError
from corpus.recovery.asking import ask, uses_any
from corpus.recovery.causes import obsolete, read_causes
from corpus.recovery.manifest import SUBJECTS, Subject, held_back
from corpus.recovery.page import page, plot, summary_line, told, total
from corpus.recovery.scoring import Score, refusals, score
from corpus.recovery.trees import Tree, TreeError, stripped_tree

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "recovery"
DOCS = ROOT / "docs/measured"


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns its exit code."""
    options = _options(arguments)
    held = held_back(SUBJECTS)
    subjects = list(_chosen(options, held))
    try:
        # All of them before the first question: what cannot be had is known at once.
        trees = {subject.name: stripped_tree(subject, options.mirror, BUILD) for subject in subjects}
    except (TreeError, FetchError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    scores: list[Score] = []
    with ThreadPoolExecutor(options.jobs) as pool:
        asked = [
            pool.submit(_measure, name, tree, options.seconds, options.packages)
            for name, tree in trees.items()
        ]
        for done in as_completed(asked):
            scores.append(found := done.result())
            _tell_one(found, shown=found.name not in held or options.force)
    order = {subject.name: number for number, subject in enumerate(SUBJECTS)}
    scores.sort(key=lambda found: order[found.name])
    opened = [s for s in scores if s.name not in held or options.force]
    closed = [s for s in scores if s.name in held and not options.force]
    _tell(opened, closed)
    if options.write:
        _write(opened, closed)
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m corpus.recovery", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--mirror", type=Path, metavar="DIR", help="folder of bare clones")
    parser.add_argument(
        "--repository", action="append", default=[], metavar="NAME", help="only this one; may be repeated"
    )
    parser.add_argument("--half", choices=("open", "held"), help="only one half of the projects")
    parser.add_argument(
        "--packages",
        type=Path,
        metavar="FOLDER",
        help="ask once more where a project imports packages of this folder (`pip install --no-deps --target`)",
    )
    parser.add_argument(
        "--write", action="store_true", help="write docs/measured/recovery.md, .json and .svg"
    )
    parser.add_argument("--jobs", type=int, default=1, help="projects at a time (1)")
    parser.add_argument("--seconds", type=int, default=300, help="CPU seconds for each project (300)")
    parser.add_argument(
        "--force", action="store_true", help="print functions of the half that is held back, too"
    )
    options = parser.parse_args(arguments)
    names = {subject.name for subject in SUBJECTS}
    if unknown := sorted(set(options.repository) - names):
        parser.error(f"no project {', '.join(unknown)} in the manifest; known: {', '.join(sorted(names))}")
    if options.write and (options.repository or options.half or options.force):
        parser.error("--write needs all projects, and keeps the half to itself that is held back")
    return options


def _chosen(options: argparse.Namespace, held: frozenset[str]) -> Iterator[Subject]:
    for subject in SUBJECTS:
        half = "held" if subject.name in held else "open"
        if subject.name in (options.repository or [subject.name]) and options.half in (None, half):
            yield subject


def _measure(name: str, tree: Tree, seconds: int, packages: Path | None) -> Score:
    found = score(name, tree, ask(tree.root, seconds))
    if packages is None:
        return found
    if not uses_any(tree.root, packages):
        return replace(found, with_packages=found.wanted)
    return replace(found, with_packages=score(name, tree, ask(tree.root, seconds, packages)).wanted)


def _tell_one(found: Score, *, shown: bool) -> None:
    """Prints one project, with every miss if they may be seen."""
    text = summary_line(found) if shown else f"{found.name}: held back, {found.cpu:.0f} CPU s"
    print(text, file=sys.stderr, flush=True)
    for miss in found.misses if shown else ():
        print(told(found, miss), flush=True)


def _tell(opened: Sequence[Score], closed: Sequence[Score]) -> None:
    """Prints the sums of both halves, and the rules behind what is missed."""
    for name, half in (("open half", opened), ("held back", closed)):
        if half:
            print(summary_line(total(name, half)))
            for rule, count, alone in refusals(miss for found in half for miss in found.misses):
                print(f"  {rule}: {count}, alone {alone}")
    for key in obsolete(read_causes(), opened):
        print(f"causes.json: no miss any more: {' '.join(key)}")


def _write(opened: Sequence[Score], closed: Sequence[Score]) -> None:
    (DOCS / "recovery.md").write_text(page(opened, closed, read_causes()), encoding="utf-8")
    (DOCS / "recovery.svg").write_text(plot(opened, closed), encoding="utf-8")
    figures = [asdict(each) for each in (*opened, total("held back", closed))]
    for each in figures:
        del each["misses"]  # the page has them
    (DOCS / "recovery.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
