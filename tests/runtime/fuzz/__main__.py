"""`python -m tests.runtime.fuzz`: many random vertex functions over many random graphs, and what differs, made small."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import numpy as np

from .checking import (
    EXAMPLES,
    EXECUTORS,
    FINITE,
    FOR_MANY,
    FUNCTIONS,
    PARTS,
    RECORDED,
    archive_failures,
    failures,
    random_case,
    slope_error,
    with_graphs,
)
from .running import Case, Model, without_compilation
from .shrinking import shrunk


def main() -> int:
    options = _options()
    tally: Counter[str] = Counter()
    wrong, started = 0, time.monotonic()
    with without_compilation():
        for seed in range(options.seed, options.seed + options.functions):
            if options.minutes and time.monotonic() - started > 60 * options.minutes:
                break
            wrong += _check(seed, options, tally)
            if (seed + 1 - options.seed) % 5 == 0:
                print(f"{seed + 1 - options.seed} models: {dict(tally)}, {wrong} wrong", flush=True)
    print(f"{dict(tally)}; {wrong} wrong; {time.monotonic() - started:.0f} s")
    return int(wrong > 0)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.runtime.fuzz", description=__doc__)
    parser.add_argument("--functions", type=int, default=100, help="models of one to four vertex functions")
    parser.add_argument("--seed", type=int, default=0, help="of the first model")
    parser.add_argument(
        "--graphs", type=int, default=500, help="for each model, in a second batch; the first has four"
    )
    parser.add_argument("--minutes", type=float, default=0, help="stop after so many")
    parser.add_argument(
        "--recorded", type=int, default=10, help="every n-th model also as recorded calls; 0: never"
    )
    parser.add_argument(
        "--in-function", type=int, default=50, help="every n-th model also inside a tf.function; 0: never"
    )
    parser.add_argument(
        "--archives", type=int, default=100, help="every n-th model also as an archive, compiled; 0: never"
    )
    return parser.parse_args()


def _check(seed: int, options: argparse.Namespace, tally: Counter[str]) -> int:
    """Checks one model on few graphs, against both references, and on many; returns how many of the two differ."""
    few = random_case(seed, 4)
    model = Model(few.model, few.seed)
    executors = [*EXECUTORS, "levels", *(PARTS if seed % 4 == 0 else ())]
    if options.recorded and seed % options.recorded == 0:
        executors += [*RECORDED, *EXAMPLES]
    if options.in_function and seed % options.in_function == 0:
        executors += FUNCTIONS
    many = with_graphs(few, np.random.default_rng(seed), options.graphs)
    wrong = _check_batch(few, model, executors, tally, "eager")
    if options.archives and seed % options.archives == 0:
        wrong += _check_archive(few, tally)
    return wrong + _check_batch(many, model, [*FOR_MANY], tally, "levels")


def _check_archive(case: Case, tally: Counter[str]) -> int:
    found = archive_failures(case)
    tally["archives compared"] += found is not None
    if found:
        small = shrunk(case, lambda other: bool(archive_failures(other)), most=20)
        print(f"{found}\nsmaller: {archive_failures(small)}\n{small.source()}\n", flush=True)
    return int(bool(found))


def _check_batch(case: Case, model: Model, executors: list[str], tally: Counter[str], reference: str) -> int:
    found = failures(case, executors, model, reference)
    if found is None:
        tally["batches without finite or moderate results, left out"] += 1
        return 0
    tally["pairs of model and graph"] += len(case.graphs)
    tally["pairs of vertex function and graph"] += sum(len(set(graph.cells)) for graph in case.graphs)
    tally["executions compared"] += len(executors)
    tally["graphs of models with random numbers"] += len(case.graphs) if case.model.drawn else 0
    if not found and reference == "eager" and case.seed % 10 == 0:
        error = slope_error(case, model)
        tally["compared with finite differences"] += error is not None
        if error is not None and error > FINITE:
            print(f"finite differences differ by {error:.1g}:\n{case.source()}\n", flush=True)
            return 1
    if found:
        executor = found[0].executor
        small = shrunk(case, lambda other: bool(_failures(other, executor)))
        print(f"{found}\nsmaller: {_failures(small, executor)}\n{small.source()}\n", flush=True)
    return int(bool(found))


def _failures(case: Case, executor: str) -> object:
    """The same, where a smaller case may also be none at all."""
    try:
        return failures(case, [executor])
    except Exception:
        return None


sys.exit(main())
