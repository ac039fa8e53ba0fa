"""`python -m corpus.proofs [NAME…]`: verifies the edits of the bundled models and of public projects by running them.

Results are kept in `build/proofs/`, one file per subject as soon as it is done, so an interrupted run goes on where it
was: what is there is not run again unless `--again` asks for it, and with `--kept` nothing is run at all. With `--write`
page, figures and drawing go to docs/measured/verify-results.md, .json and verify-speedups.svg.
Exit code 1 when a safe edit is refuted, 2 when a subject has no result.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from corpus.proofs.page import page, plot, steps
from corpus.proofs.run import ProofError, hybridize
from corpus.proofs.subjects import PUBLIC, Subject, models
from corpus.public.fetch import FetchError

REPOSITORY = Path(__file__).resolve().parents[2]
BUILD = REPOSITORY / "build"
DOCS = REPOSITORY / "docs/measured"
_MEASURED_STEPS = 120


def result(word: str, subject: Subject, *options: str, again: bool, run: bool = True) -> Any:
    """The JSON of one subject, from `build/proofs` if it is there; None where it could not be run, or is not to be."""
    kept = BUILD / "proofs" / f"{subject.name}.{word}.json"
    if kept.exists() and not again:
        return json.loads(kept.read_text(encoding="utf-8"))
    if not run:
        return None
    print(f"{word} {subject.name}", file=sys.stderr, flush=True)
    try:
        found = hybridize(word, subject, BUILD, *options)
    except (ProofError, FetchError) as error:
        print(f"error: {error}", file=sys.stderr)
        return None
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns its exit code."""
    subjects = {subject.name: subject for subject in (*models(), *PUBLIC)}
    parser = argparse.ArgumentParser(
        prog="python -m corpus.proofs", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"of: {', '.join(subjects)} (by default all)"
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--again", action="store_true", help="run what has been run before, too")
    which.add_argument("--kept", action="store_true", help="run nothing: show what has been run before")
    parser.add_argument("--write", action="store_true", help="write the pages in docs")
    options = parser.parse_args(arguments)
    if unknown := sorted(set(options.names) - set(subjects)):
        parser.error(f"no subject {', '.join(unknown)}; known: {', '.join(subjects)}")
    chosen = options.names or list(subjects)
    found = partial(result, again=options.again, run=not options.kept)
    proofs = {name: found("verify", subjects[name], "--unsafe", "--seed", "1") for name in chosen}
    longer = {subject.name: subject for subject in models(_MEASURED_STEPS) if subject.name in chosen}
    speed = {name: found("measure", subject) for name, subject in longer.items()}
    settings = (
        f"TensorFlow {version('tensorflow')}, Keras {version('keras')}, Python {platform.python_version()} "
        f"on {os.cpu_count()} processors under a load of {os.getloadavg()[0]:.0f}"
    )
    text = page(proofs, speed, settings)
    if options.write:
        (DOCS / "verify-results.md").write_text(text, encoding="utf-8")
        figures = {"settings": settings, "verify": _plain(proofs), "measure": _plain(speed)}
        (DOCS / "verify-results.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
        if steps(speed):
            (DOCS / "verify-speedups.svg").write_text(plot(speed), encoding="utf-8")
    else:
        print(text)
    functions = [f for proof in proofs.values() if proof for f in proof["functions"]]
    if any(f["safe"] and f["verdict"] == "refuted" for f in functions):
        return 1
    return 2 if None in (*proofs.values(), *speed.values()) else 0


def _plain(results: dict[str, Any]) -> dict[str, Any]:
    """Results without what names this machine."""
    return {
        name: None
        if found is None
        else {key: value for key, value in found.items() if key not in ("tool", "command")}
        for name, found in results.items()
    }


if __name__ == "__main__":
    sys.exit(main())
