"""`python -m corpus.findings --mirror DIR`: checks the judged repositories again, and says what is reported now.

DIR is a folder of bare clones: `git clone --bare https://github.com/OWNER/NAME DIR/OWNER+NAME`.  With `--draw NAME` the
findings that its seed draws of another repository are listed.  Trees and documents are kept in `build/findings`.
Exit code 0, or 2 when a repository could not be had.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from corpus.findings.judgements import DRAWN, Draw, Repository, read, write
from corpus.findings.page import page
from corpus.recovery.manifest import Subject
from corpus.recovery.trees import TreeError, files_of

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "findings"
PAGE = ROOT / "docs" / "measured" / "findings.md"


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns its exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m corpus.findings", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--mirror", type=Path, metavar="DIR", help="folder of bare clones: check again")
    parser.add_argument("--draw", metavar="NAME@COMMIT", help="list what the seed draws of this repository")
    parser.add_argument("--seed", type=int, default=15, help="seed of `--draw` (15)")
    parser.add_argument("--write", action="store_true", help="write docs/measured/findings.md")
    options = parser.parse_args(arguments)
    if options.draw and not options.mirror:
        parser.error("--draw needs `--mirror DIR`, the folder of bare clones")
    try:
        if options.draw:
            name, _, commit = options.draw.partition("@")
            for finding in drawn(name, options.seed, findings(name, commit, options.mirror)):
                print(f"{finding['path']}:{finding['line']} {finding['function']} {finding['rule']}")
        elif options.mirror:
            write([_again(draw, options.mirror) for draw in read()])
    except TreeError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    if options.write:
        PAGE.write_text(page(read()), encoding="utf-8")
    return 0


def drawn(name: str, seed: int, found: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The findings of a repository that a seed draws, in the order of their places."""

    def lot(finding: dict[str, Any]) -> bytes:
        parts = (seed, name, finding["path"], finding["function"], finding["rule"], finding["line"])
        return hashlib.sha256(":".join(map(str, parts)).encode()).digest()

    taken = sorted(found, key=lot)[:DRAWN]
    return sorted(taken, key=lambda f: (f["path"], f["line"], f["rule"]))


def findings(name: str, commit: str, mirror: Path) -> list[dict[str, Any]]:
    """What `hybridize check` reports about a commit by default.

    Raises:
        TreeError: the mirror has no such repository or commit, or the check failed.
    """
    tree = _tree(Subject(name, commit), mirror)
    if not any(path.is_file() for path in tree.rglob("*")):
        print(f"{name}: no Python files", file=sys.stderr)
        return []
    command = [sys.executable, "-m", "hybridize_cli", "check", "--isolated", "--no-cache", "--jobs", "1"]
    command += ["--python", "none", "--format", "json", "."]
    done = subprocess.run(command, cwd=tree, capture_output=True, encoding="utf-8", check=False)
    if done.returncode not in (0, 1):
        raise TreeError(f"check of {name} exited with {done.returncode}: {done.stderr.strip()}")
    found: list[dict[str, Any]] = json.loads(done.stdout)["findings"]
    return found


def _tree(subject: Subject, mirror: Path) -> Path:
    target = BUILD / subject.folder
    if not target.is_dir():
        found = list(files_of(subject, mirror, BUILD, (".py", ".ipynb")))
        target.mkdir(parents=True)
        for path, content in found:
            place = target / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
    return target


def _again(draw: Draw, mirror: Path) -> Draw:
    return replace(draw, repositories=tuple(_marked(each, mirror) for each in draw.repositories))


def _marked(repository: Repository, mirror: Path) -> Repository:
    """The repository with what is still reported marked."""
    found = findings(repository.name, repository.commit, mirror)
    now = {(f["path"], f["function"] or "<module>", f["rule"]) for f in found}
    judged = tuple(replace(each, still=each.key in now) for each in repository.judged)
    print(f"{repository.name}: {sum(j.still for j in judged)} of {len(judged)} reported now", file=sys.stderr)
    return replace(repository, judged=judged)


if __name__ == "__main__":
    sys.exit(main())
