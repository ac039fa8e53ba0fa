"""All workloads, each in its own process, as JSON, a table and plots."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from corpus.bench_runtime.plots import draw

TREES = ("--workload", "tree-lstm", "--hidden")
EXPERTS = ("--workload", "moe", "--rivals", "--experts")
READY = (
    "ChildSumTreeLSTM", "BinaryTreeLSTM", "TreeFC", "VariableLSTM", "VariableGRU", "LatticeLSTM", "ModuleNetwork",
    "GraphNetwork", "MixtureOfExperts", "Encoder", "recursive neural tensor network",
)  # fmt: skip
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
        ("--workload", "whole-step", "--hidden", hidden, "--batch", batch, "--rounds", "3")
        for hidden in ("16", "32", "64", "128")
        for batch in ("8", "64")
    ),
    *(("--workload", "first-step", "--hidden", "128", "--batch", "16", "--model", model) for model in READY),
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


def write_all(folder: str, quick: bool = False) -> None:
    """Measures everything; writes `runtime-benchmark.json`, `.md` and `.svg` into a folder, anew after every run."""
    path, runs, results = Path(folder), QUICK if quick else RUNS, []
    for number, run in enumerate(runs, 1):
        print(f"{number}/{len(runs)} {' '.join(run)}", file=sys.stderr, flush=True)
        results.append(measured(run))
        print(f"  {_ratios(results[-1])}", file=sys.stderr, flush=True)
        _write(path, results)


def _ratios(result: dict[str, Any]) -> str:
    return ", ".join(
        f"{key} {value}" for key, value in result.items() if "_over_" in key and "wall" not in key
    )


def _write(path: Path, results: Sequence[dict[str, Any]]) -> None:
    (path / "runtime-benchmark.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
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
    """A Markdown page: ratios to the GEMM limit, and rivals over the runtime."""
    rival_names = sorted(
        {key for r in results for key in r if key.endswith(("_over_forward", "_over_training"))}
    )
    lines = [
        "# Benchmark of the runtime",
        "",
        "Written by `make bench-runtime`. Ratios of medians of CPU time, measured in turns in one process.",
        "`forward_over_gemm`: time over that of the bare matrix products. Details: runtime-benchmark.json.",
        "",
        "| " + " | ".join(COLUMNS) + " |",
        "|" + "---|" * len(COLUMNS),
        *(
            "| " + " | ".join(str(r.get(c, "")) for c in COLUMNS) + " |"
            for r in results
            if "first_step_s" not in r and "first_s" not in r
        ),
        "",
        *_step_lines(results),
        *_first_lines(results),
        "How many times longer others take:",
        "",
        "| workload | hidden | batch | experts | rival | times |",
        "|---|---|---|---|---|---|",
        *(_rival_row(r, name) for r in results for name in rival_names if name in r),
        "",
        *(line for r in results for line in (*_profile_lines(r), *_not_run_lines(r))),
    ]
    return "\n".join(lines) + "\n"


def _step_lines(results: Sequence[dict[str, Any]]) -> list[str]:
    """Whole steps, in milliseconds of CPU time."""
    steps = [r for r in results if "first_step_s" in r]
    if not steps:
        return []
    return [
        "Whole training steps of a recursive neural tensor network, from nested tuples to updated weights, a loss at every",
        "vertex: milliseconds of CPU time per step, medians in turns, on trees that are new, on trees whose graphs are kept",
        "from an epoch before, and by hand (a walk in Python and a `tf.while_loop` over levels); seconds of CPU time of the",
        "first step.",
        "",
        "| hidden | batch | executor | new | kept | by hand | first step | by hand |",
        "|---|---|---|---|---|---|---|---|",
        *(_step_row(r) for r in steps),
        "",
    ]


def _first_lines(results: Sequence[dict[str, Any]]) -> list[str]:
    """First steps of ready models, in seconds of CPU time."""
    firsts = [r for r in results if "first_s" in r]
    if not firsts:
        return []
    return [
        "The first training step of ready models (`--workload first-step`), from examples to gradients of all weights, with",
        "the executor that they take by themselves: seconds of CPU time, and those of the steps that follow it.",
        "",
        "| model | hidden | batch | first step | next steps |",
        "|---|---|---|---|---|",
        *(
            "| " + " | ".join(str(r[c]) for c in ("model", "hidden", "batch", "first_s", "later_s")) + " |"
            for r in firsts
        ),
        "",
    ]


def _step_row(result: dict[str, Any]) -> str:
    names = ("training", "training_kept", "level_loop_training")
    times = [f"{result['times'][name]['cpu_ms']:.1f}" for name in names]
    first = [result["first_step_s"], result["level_loop_first_step_s"]]
    return (
        "| "
        + " | ".join(map(str, (*(result[c] for c in ("hidden", "batch", "executor")), *times, *first)))
        + " |"
    )


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


def _rival_row(result: dict[str, Any], name: str) -> str:
    cells = (
        *(result.get(key, "") for key in ("workload", "hidden", "batch", "experts")),
        name.replace("_", " "),
        result[name],
    )
    return "| " + " | ".join(map(str, cells)) + " |"
