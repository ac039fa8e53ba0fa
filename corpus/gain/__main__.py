"""Measures what graphs gain, and compares it with the gain that the analysis expects.

usage: python -m corpus.gain [--only TEXT] [--out FOLDER] [--times FILE]

Times, in this process, the functions of the bundled models that the analysis would convert, and of generated programs,
eagerly and as graphs.  Writes gain.json, gain.md and gain.svg to FOLDER (docs).
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path

from corpus.gain.generated import programs
from corpus.gain.page import page
from corpus.gain.plot import plot
from corpus.gain.timing import Measured, converted, judged_anew, measure, written

REPOSITORY = Path(__file__).resolve().parents[2]
MODELS = REPOSITORY / "corpus" / "models"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m corpus.gain")
    parser.add_argument("--only", default="", help="programs whose names contain this")
    parser.add_argument(
        "--out", type=Path, default=REPOSITORY / "docs/measured", help="where the files are written"
    )
    parser.add_argument("--times", type=Path, help="a gain.json: analyse again, but take its times")
    options = parser.parse_args()
    if options.times is not None:
        known = json.loads(options.times.read_text(encoding="utf-8"))
        machine, rows = known["machine"], list(with_times(Measured(**row) for row in known["functions"]))
    else:
        machine, rows = prepare(), list(measured(options.only))
    document = {"machine": machine, "functions": [asdict(row) for row in rows]}
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "gain.json").write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    (options.out / "gain.svg").write_text(plot(rows), encoding="utf-8")
    (options.out / "gain.md").write_text(page(rows, machine), encoding="utf-8")


def prepare() -> dict[str, str]:
    """One thread: what other programs do on the machine then disturbs least.  Returns what is measured with."""
    import keras
    import tensorflow as tf

    tf.config.threading.set_intra_op_parallelism_threads(1)
    tf.config.threading.set_inter_op_parallelism_threads(1)
    return {
        "python": platform.python_version(),
        "tensorflow": tf.__version__,
        "keras": keras.__version__,
        "processor": platform.machine(),
    }


def folders(only: str = "") -> Iterator[tuple[str, Path, tuple[str, ...]]]:
    """Name, folder and arguments of every program, one after the other."""
    for folder in sorted(path.parent for path in MODELS.glob("*/main.py")):
        if only in folder.name:
            yield folder.name, folder, ("--steps", "4")
    for name, text in programs():
        if only in name:
            with written(text) as folder:
                yield name, folder, ()


def measured(only: str) -> Iterator[Measured]:
    """Times everything."""
    for name, folder, argv in folders(only):
        for row in measure(name, folder, argv):
            print(
                f"{name} {row.qualname}: {row.eager_us} us, {row.graph_us} us {row.error or ''}",
                file=sys.stderr,
            )
            yield row


def with_times(known: Iterable[Measured]) -> Iterator[Measured]:
    """What the analysis says now, beside times that were measured before; functions not timed then are left out."""
    rows = list(known)
    for name, folder, _ in folders():
        functions = {(f.qualname, f.line): f for f in converted(folder)[1]}
        mine = [row for row in rows if row.program == name and (row.qualname, row.line) in functions]
        yield from (judged_anew(row, functions) for row in mine)


if __name__ == "__main__":
    main()
