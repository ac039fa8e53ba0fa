"""`python -m corpus.bench_runtime --workload tree-lstm --hidden 256 --batch 256 --threads 1 --json`."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

WORKLOADS = (
    "tree-lstm",
    "tree-lstm-complete",
    "tree-fc",
    "lstm",
    "bilstm-tagger",
    "lattice",
    "iep",
    "moe",
    "whole-step",
    "first-step",
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures one workload, or all of them (each in its own process), and prints or writes the result."""
    parser = argparse.ArgumentParser(prog="corpus.bench_runtime", description=__doc__)
    parser.add_argument("--workload", choices=WORKLOADS, default="tree-lstm")
    parser.add_argument("--hidden", type=int, default=256, help="width of the state")
    parser.add_argument("--batch", type=int, default=256, help="examples")
    parser.add_argument("--experts", type=int, default=10, help="experts (workload moe)")
    parser.add_argument("--model", default="BinaryTreeLSTM", help="ready model (workload first-step)")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument(
        "--rounds", type=int, default=11, help="timed calls of every variant; medians are reported"
    )
    parser.add_argument("--rivals", action="store_true", help="time other implementations too (minutes)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--all", action="store_true", help="measure all workloads and write table, plots and JSON"
    )
    parser.add_argument(
        "--quick", action="store_true", help="with --all: small sizes and few rounds, to see that all works"
    )
    parser.add_argument(
        "--only",
        nargs="+",
        default=(),
        choices=WORKLOADS,
        metavar="WORKLOAD",
        help="with --all: measure these, and keep what --output has of the others",
    )
    parser.add_argument("--output", default="docs/measured", help="folder for --all")
    options = parser.parse_args(arguments)
    if options.all:
        from corpus.bench_runtime.report import write_all

        write_all(options.output, options.quick, options.only)
        return 0
    result = run(options)
    if options.json:
        json.dump(result, sys.stdout, indent=1)
        print()
    else:
        print("\n".join(f"{key:32} {value}" for key, value in result.items() if key != "times"))
    return 0


def run(options: argparse.Namespace) -> dict[str, Any]:
    """One workload, in this process, with this number of threads."""
    os.environ.setdefault("OMP_NUM_THREADS", str(options.threads))
    import tensorflow as tf

    tf.config.threading.set_intra_op_parallelism_threads(options.threads)
    tf.config.threading.set_inter_op_parallelism_threads(1)
    size = (options.hidden, options.batch, options.threads, options.rounds, options.rivals)
    found = _workload(options.workload, size, options.experts, options.model)
    missing = [name for name in ("torch", "jax") if options.rivals and find_spec(name) is None]
    if missing:
        print(f"not installed, so not measured: {', '.join(missing)}", file=sys.stderr)
    return {**found, "tensorflow": tf.__version__}


def _workload(name: str, size: tuple[int, int, int, int, bool], experts: int, model: str) -> dict[str, Any]:
    """Imports only what the workload needs."""
    if name == "moe":
        from corpus.bench_runtime.experts import experts as mixture

        return mixture(experts, *size)
    if name == "lstm":
        from corpus.bench_runtime.sequences import variable_lstm

        return variable_lstm(*size)
    if name == "bilstm-tagger":
        from corpus.bench_runtime.taggers import taggers

        return taggers(*size)
    if name == "lattice":
        from corpus.bench_runtime.lattices import lattices

        return lattices(*size)
    if name == "whole-step":
        from corpus.bench_runtime.steps import whole_steps

        return whole_steps(*size)
    if name == "first-step":
        from corpus.bench_runtime.first import first_step

        return first_step(*size, model)
    if name == "iep":
        from corpus.bench_runtime.modules import modules

        return modules(*size)
    from corpus.bench_runtime import trees

    return trees.tree_fc(*size) if name == "tree-fc" else trees.tree_lstm(*size, name != "tree-lstm")


if __name__ == "__main__":
    sys.exit(main())
