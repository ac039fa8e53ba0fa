"""Looks for false safes: `python -m tests.fuzz --count 1000 --seed 0`.

Programs of the grammar whose subject the analysis calls safe run eagerly and as graphs; where they differ, the smallest
program that still does is printed.  The exit code is 1 where one was found.  `--hazard NAME` makes programs of one hazard,
and `--program FILE FUNCTION` does the same for a program of yours.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Collection
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.append(str(Path(__file__).parents[1] / "rules"))

from grammar import FORMS, HAZARDS, Program, program
from judging import says, shrunk

BATCH = 40


_TOLD = 1000
"""Functions after which a run says how far it is."""


def search(
    first: int, count: int, hazard: str | None = None
) -> tuple[list[tuple[Program, str]], Counter[tuple[str, str]], Counter[tuple[str, ...]]]:
    """False safes among the programs of these seeds, with how often each verdict was given and each cell came up.

    hazard: that of all programs; None for any.
    """
    from running import answers

    found: list[tuple[Program, str]] = []
    verdicts: Counter[tuple[str, str]] = Counter()
    cells: Counter[tuple[str, ...]] = Counter()
    for start in range(first, first + count, BATCH):
        programs = [program(seed, hazard) for seed in range(start, min(start + BATCH, first + count))]
        judged = [(p, says(p.text, p.subject)) for p in programs]
        safe = [p for p, verdict in judged if verdict == "safe"]
        verdicts.update((p.cell[0], verdict) for p, verdict in judged)
        cells.update(p.cell for p in programs)
        outcomes = answers([(p.text, p.subject) for p in safe])
        found += [(p, outcome) for p, outcome in zip(safe, outcomes, strict=True) if outcome is not None]
        done = start + len(programs) - first
        if done // _TOLD > (start - first) // _TOLD:
            print(f"{done} of {count} functions, false safes: {len(found)}", file=sys.stderr, flush=True)
    return found, verdicts, cells


def smallest(wrong: Program) -> str:
    """The program without the lines that do not matter."""
    from running import answers

    def is_wrong(text: str) -> bool:
        return says(text, wrong.subject) == "safe" and answers([(text, wrong.subject)])[0] is not None

    return shrunk(wrong.text, is_wrong)


def compare(programs: list[tuple[Path, str]]) -> int:
    """Prints what the analysis says of a function of each file, and where a graph differs; 1 where a safe one does."""
    from running import answers

    texts = [(path.read_text(encoding="utf-8"), subject) for path, subject in programs]
    verdicts = [says(text, subject) for text, subject in texts]
    outcomes = answers(texts)
    for (path, subject), verdict, outcome in zip(programs, verdicts, outcomes, strict=True):
        print(f"{path.stem} {subject}: {verdict}, {outcome or 'the same in a graph'}")
    return int(any(v == "safe" and o is not None for v, o in zip(verdicts, outcomes, strict=True)))


def _report(
    verdicts: Counter[tuple[str, str]], cells: Counter[tuple[str, ...]], hazards: Collection[str]
) -> str:
    words = ("safe", "unsafe", "keep", "undetermined")
    lines = [f"{'hazard':32s}" + "".join(f"{w:>14s}" for w in words)]
    lines += [f"{h:32s}" + "".join(f"{verdicts[h, w]:14d}" for w in words) for h in hazards]
    pairs = {(hazard, form) for hazard, form, _ in cells}
    containers = {(hazard, container) for hazard, _, container in cells}
    missing = [f"{h} as {f}" for h in hazards for f in FORMS if (h, f) not in pairs]
    seen = f"(hazard, form): {len(pairs)}; (hazard, container): {len(containers)}"
    lines.append(f"cells (hazard, form, container): {len(cells)}; {seen}")
    return "\n".join([*lines, f"never: {', '.join(missing) or 'none'}"])


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--count", type=int, default=1000, help="programs")
    options.add_argument("--seed", type=int, default=0, help="seed of the first program")
    options.add_argument("--shrink", type=int, default=5, help="false safes that are made small")
    options.add_argument("--hazard", choices=HAZARDS, metavar="NAME", help="programs with this hazard alone")
    options.add_argument(
        "--program",
        nargs=2,
        action="append",
        metavar=("FILE", "FUNCTION"),
        help="look at this one; may be repeated",
    )
    given = options.parse_args()
    os.environ |= {"TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1", "TF_ENABLE_ONEDNN_OPTS": "0"}
    import tensorflow as tf

    tf.get_logger().setLevel("ERROR")
    _ = tf.keras.layers.Layer
    if given.program:
        return compare([(Path(file), subject) for file, subject in given.program])
    began = time.monotonic()
    found, verdicts, cells = search(given.seed, given.count, given.hazard)
    took = time.monotonic() - began
    print(_report(verdicts, cells, [given.hazard] if given.hazard else HAZARDS))
    print(
        f"{given.count} functions in {took:.0f} s ({given.count / took * 3600:.0f} per hour), false safes: {len(found)}"
    )
    for wrong, outcome in found[: given.shrink]:
        print(f"\n# seed {wrong.seed}: {outcome}; {' / '.join(wrong.cell)}\n{smallest(wrong)}")
    for wrong, outcome in found[given.shrink :]:
        print(f"# seed {wrong.seed}: {outcome}; {' / '.join(wrong.cell)}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
