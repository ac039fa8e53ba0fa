"""All workloads, each in its own process, as JSON, a table and plots."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from corpus.bench_runtime.first import MODELS
from corpus.bench_runtime.plots import draw

RESULTS = "runtime-benchmark.json"
TREES = ("--workload", "tree-lstm", "--hidden")
EXPERTS = ("--workload", "moe", "--rivals", "--experts")
RUNS: Sequence[Sequence[str]] = (
    (*TREES, "256", "--batch", "256", "--rivals"),
    (*TREES, "256", "--batch", "256", "--threads", "2"),
    *((*TREES, hidden, "--batch", batch) for hidden in ("128", "512") for batch in ("1", "16", "256")),
    *((*TREES, "256", "--batch", batch) for batch in ("1", "16", "64", "512")),
    ("--workload", "tree-lstm-complete", "--hidden", "128", "--batch", "20"),
    ("--workload", "tree-fc", "--hidden", "256", "--batch", "20"),
    ("--workload", "lstm", "--hidden", "256", "--batch", "64", "--rivals"),
    ("--workload", "bilstm-tagger", "--hidden", "128", "--batch", "32", "--rivals"),
    ("--workload", "lattice", "--hidden", "128", "--batch", "32", "--rivals"),
    ("--workload", "iep", "--hidden", "128", "--batch", "8", "--rounds", "3", "--rivals"),
    *(
        (*EXPERTS, count, "--batch", batch)
        for count in ("1", "10", "100", "1000")
        for batch in ("1", "10", "100", "1000")
    ),
    *(
        ("--workload", "whole-step", "--hidden", hidden, "--batch", batch, "--rounds", "3", "--rivals")
        for hidden in ("16", "32", "64", "128")
        for batch in ("8", "64")
    ),
    *(("--workload", "first-step", "--hidden", "128", "--batch", "16", "--model", model) for model in MODELS),
)
QUICK: Sequence[Sequence[str]] = (
    (*TREES, "256", "--batch", "256", "--rivals", "--rounds", "5"),
    ("--workload", "lstm", "--hidden", "256", "--batch", "64", "--rivals", "--rounds", "5"),
    ("--workload", "bilstm-tagger", "--hidden", "128", "--batch", "32", "--rivals", "--rounds", "3"),
    ("--workload", "lattice", "--hidden", "128", "--batch", "32", "--rivals", "--rounds", "3"),
    ("--workload", "iep", "--hidden", "32", "--batch", "4", "--rivals", "--rounds", "3"),
    *((*EXPERTS, count, "--batch", "1000", "--rounds", "5") for count in ("10", "100")),
)
COLUMNS = (
    "workload",
    "hidden",
    "batch",
    "experts",
    "threads",
    "executor",
    "forward_over_gemm",
    "training_over_gemm",
)


def write_all(folder: str, quick: bool = False, workloads: Sequence[str] = ()) -> None:
    """Measures everything; writes `runtime-benchmark.json`, `.md` and `.svg` into a folder, anew after every run.

    `workloads`: only these are measured, and the results of the others stay as they are in the folder.
    """
    path, runs = Path(folder), QUICK if quick else RUNS
    chosen = [run for run in runs if not workloads or run[1] in workloads]
    kept = json.loads((path / RESULTS).read_text(encoding="utf-8")) if workloads else []
    results = {result["run"]: result for result in kept}
    for number, run in enumerate(chosen, 1):
        name = " ".join(run)
        print(f"{number}/{len(chosen)} {name}", file=sys.stderr, flush=True)
        results[name] = {"run": name, **measured(run)}
        print(f"  {_ratios(results[name])}", file=sys.stderr, flush=True)
        _write(path, [results[name] for name in map(" ".join, runs) if name in results])


def _ratios(result: dict[str, Any]) -> str:
    return ", ".join(
        f"{key} {value}" for key, value in result.items() if "_over_" in key and "wall" not in key
    )


def _write(path: Path, results: Sequence[dict[str, Any]]) -> None:
    (path / RESULTS).write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    (path / "runtime-benchmark.md").write_text(table(results), encoding="utf-8")
    draw(results, path / "runtime-benchmark.svg")


def measured(run: Sequence[str]) -> dict[str, Any]:
    """The result of one run, in a process of its own."""
    command = [sys.executable, "-m", "corpus.bench_runtime", *run, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(run)} failed:\n{done.stderr[-2000:]}")
    return json.loads(done.stdout)  # type: ignore[no-any-return]


def table(results: Sequence[dict[str, Any]]) -> str:
    """A Markdown page: ratios to the GEMM limit, whole and first steps, and rivals over the runtime."""
    rival_names = sorted(
        {key for r in results for key in r if key.endswith(("_over_forward", "_over_training"))}
    )
    parts: dict[str, list[dict[str, Any]]] = {"whole-step": [], "first-step": [], "": []}
    for result in results:
        parts[result["workload"] if result["workload"] in parts else ""].append(result)
    lines = [
        "# Benchmark of the runtime",
        "",
        "Written by `make bench-runtime`. Ratios of medians of CPU time, measured in turns in one process.",
        "`forward_over_gemm`: time over that of the bare matrix products. Details: runtime-benchmark.json.",
        "",
        *_table({name: name for name in COLUMNS}, parts[""]),
        *(_STEPS if parts["whole-step"] else ()),
        *_table(_STEP_COLUMNS, [_milliseconds(r) for r in parts["whole-step"]]),
        *(_FIRST if parts["first-step"] else ()),
        *_table(_FIRST_COLUMNS, parts["first-step"]),
        "How many times longer others take:",
        "",
        *_table(
            _RIVAL_COLUMNS,
            [
                {**r, "rival": name.replace("_", " "), "times": r[name]}
                for r in results
                for name in rival_names
                if name in r
            ],
        ),
        *(line for r in results for line in (*_profile_lines(r), *_not_run_lines(r))),
    ]
    return "\n".join(lines) + "\n"


_STEPS = (
    "Whole training steps of a recursive neural tensor network, from nested tuples to updated weights, a loss at every",
    "vertex: milliseconds of CPU time per step, medians in turns, on trees that are new, on trees whose graphs are kept",
    "from an epoch before, and by hand: a walk in Python, and then a `tf.while_loop` over levels, PyTorch by levels, or JAX",
    "by levels, compiled for each of these eight batches alone. Seconds of CPU time of the first step.",
    "",
)
_STEP_COLUMNS = {
    "hidden": "hidden", "batch": "batch", "executor": "executor", "new": "training", "kept": "training_kept",
    "TensorFlow": "level_loop_training", "PyTorch": "torch_levels_training", "JAX": "jax_levels_training",
    "first step": "first_step_s", "first of TensorFlow": "level_loop_first_step_s",
    "first of PyTorch": "torch_levels_first_step_s", "first of JAX": "jax_levels_first_step_s",
}  # fmt: skip
_FIRST = (
    "The first training step of ready models (`--workload first-step`), from examples to gradients of all weights, with",
    "the executor that they take by themselves: seconds of CPU time, and those of the steps that follow it.",
    "",
)
_FIRST_COLUMNS = {
    "model": "model", "hidden": "hidden", "batch": "batch", "first step": "first_s", "next steps": "later_s",
}  # fmt: skip
_RIVAL_COLUMNS = {name: name for name in ("workload", "hidden", "batch", "experts", "rival", "times")}


def _milliseconds(result: dict[str, Any]) -> dict[str, Any]:
    """The result, with its times beside what else it says."""
    return {**result, **{name: f"{time['cpu_ms']:.1f}" for name, time in result["times"].items()}}


def _table(columns: Mapping[str, str], rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Lines of a Markdown table, with an empty one behind; none without rows.  `columns`: keys of the rows by heading."""
    if not rows:
        return []
    return [
        f"| {' | '.join(columns)} |",
        "|" + "---|" * len(columns),
        *(f"| {' | '.join(str(row.get(key, '')) for key in columns.values())} |" for row in rows),
        "",
    ]


def _profile_lines(result: dict[str, Any]) -> list[str]:
    shares = [f"{kind} {share:.1%}" for kind, share in result.get("training_profile", {}).items()]
    what = f"{result['workload']}, hidden {result['hidden']}, batch {result['batch']}"
    return [f"A training step ({what}) by TensorFlow's profiler: {', '.join(shares)}."] if shares else []


def _not_run_lines(result: dict[str, Any]) -> list[str]:
    what = f"{result['workload']}, hidden {result['hidden']}, batch {result['batch']}"
    return [
        f"Not run ({what}): {name.replace('_', ' ')}: {why}."
        for name, why in result.get("not_run", {}).items()
    ]
