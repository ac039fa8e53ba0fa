"""`python -m corpus.bench_runtime.portable --workload lstm --batch 1 64`: latency over 50 shapes, beside rivals."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from corpus.bench_runtime.packages import installed
from corpus.bench_runtime.portable.cases import Batch, Case, cores, make_case, store, stored
from corpus.bench_runtime.portable.report import write

Call = Callable[[Batch], Any]
OURS = "archive"
APART = {"cpu": (1e-4, 0.0), "cuda": (1e-2, 0.005)}
"""How far results may be apart, and the share of rows that may be further.

Products on a GPU have the 10 bits of TF32, so that gates may choose another of two experts that are as good.
"""
WORKLOADS = ("lstm", "tree-lstm", "encoder", "experts")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures and prints JSON, or writes `portable-benchmark.json`, `.md` and `.svg`."""
    parser = argparse.ArgumentParser(prog="corpus.bench_runtime.portable", description=__doc__)
    parser.add_argument("--workload", choices=WORKLOADS, nargs="+", default=WORKLOADS)
    parser.add_argument("--hidden", type=int, nargs="+", default=[256])
    parser.add_argument("--batch", type=int, nargs="+", default=[1, 64])
    parser.add_argument("--rounds", type=int, default=2, help="least calls per shape; the fastest counts")
    parser.add_argument("--seconds", type=float, default=8, help="rounds go on for so long, per batch size")
    parser.add_argument("--shapes", type=int, default=50, help="batches of each size")
    parser.add_argument("--threads", type=int, help="cores that all contestants may use; default: all")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument(
        "--prepare", type=Path, metavar="FOLDER", help="only export the models and batches into it"
    )
    parser.add_argument(
        "--prepared", type=Path, metavar="FOLDER", help="take them from there; needs no TensorFlow"
    )
    parser.add_argument("--output", help="a folder for the results, with those of batch 1 on one core")
    options = parser.parse_args(arguments)
    if options.prepare:
        prepare(options)
        return 0
    if options.device == "cuda":
        os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"  # several libraries share the GPU
        if not _sees_gpu():
            print("PJRT sees no GPU here, so nothing is measured", file=sys.stderr)
            return 0
    if options.output:
        write_all(options)
        return 0
    keep_to(options.threads)
    print(
        json.dumps([result for workload in options.workload for result in _run(workload, options)], indent=1)
    )
    return 0


def prepare(options: argparse.Namespace) -> None:
    """Writes archives, weights and batches for `--prepared`."""
    options.prepare.mkdir(parents=True, exist_ok=True)
    for workload in options.workload:
        for hidden in options.hidden:
            store(make_case(workload, hidden, options.batch, options.prepare, options.shapes))


def keep_to(threads: int | None) -> None:
    """Keeps this process, and what its libraries start, on so many cores; where the system knows no such limit, on all."""
    if threads is not None and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])


def write_all(options: argparse.Namespace) -> None:
    """Every workload in a process of its own: on all cores, and with one example also on one.  Writes after each."""
    limits = (options.threads, 1) if options.device == "cpu" else (options.threads,)
    runs = [(threads, workload) for threads in limits for workload in options.workload]
    results: list[dict[str, Any]] = []
    start = time.perf_counter()
    for number, (threads, workload) in enumerate(runs, 1):
        cores = "all cores" if threads is None else f"cores: {threads}"
        print(f"{number}/{len(runs)} {workload}, {cores}", file=sys.stderr, flush=True)
        results += _apart(workload, threads, options)
        write(results, Path(options.output), round((time.perf_counter() - start) / 60))


def _apart(workload: str, threads: int | None, options: argparse.Namespace) -> list[dict[str, Any]]:
    """The results of a workload, from a process whose libraries are told the number of threads before they load."""
    batches = options.batch if threads == options.threads else [1]
    given = {name: getattr(options, name) for name in ("rounds", "seconds", "shapes", "device")}
    command = [sys.executable, "-m", "corpus.bench_runtime.portable", "--workload", workload]
    command += [part for name, value in given.items() for part in (f"--{name}", str(value))]
    command += ["--hidden", *map(str, options.hidden), "--batch", *map(str, batches)]
    names = ("OMP_NUM_THREADS", "NPROC", "PJRT_NPROC") if threads else ()
    command += ["--threads", str(threads)] if threads else []
    command += ["--prepared", str(options.prepared)] if options.prepared else []
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", **dict.fromkeys(names, str(threads))}
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, env=environment, check=True)
    return json.loads(done.stdout)  # type: ignore[no-any-return]


def _run(workload: str, options: argparse.Namespace) -> list[dict[str, Any]]:
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for hidden in options.hidden:
            if options.prepared:
                case = stored(workload, hidden, options.prepared)
            else:
                case = make_case(workload, hidden, options.batch, Path(folder), options.shapes)
            case = replace(case, device=options.device)
            least = options.rounds, options.seconds
            found += measured(case, least, Path(folder) / "kernels")
    return found


def _sees_gpu() -> bool:
    from hybridize_runtime.vm.device import Device

    try:
        Device("cuda")
    except (RuntimeError, ValueError) as error:
        print(error, file=sys.stderr)
        return False
    return True


def measured(case: Case, least: tuple[int, float], cache: Path) -> list[dict[str, Any]]:
    """One result per batch size: geometric means over the shapes, in milliseconds.  `least`: see `side_by_side`."""
    from hybridize_runtime import vm

    model = vm.load(case.archive, device=case.device, cache=cache)
    start = time.perf_counter()
    modules = model.warm_up()
    warm_up, compiled = time.perf_counter() - start, model.compilations
    calls = {OURS: _archive(case, model), **rivals(case)}
    found = []
    for size, batches in case.batches.items():
        times = side_by_side(calls, batches, *least, case.device)
        means = {name: float(np.exp(np.mean(np.log(ms)))) for name, ms in times.items()}
        best = min((name for name in means if name != OURS), key=means.__getitem__)
        found.append({
            "workload": case.name, "hidden": case.hidden, "batch": size, "threads": cores(),
            "device": case.device, "accelerator": model.store.device.device.device_kind,
            "shapes": len(batches), "ms": means,
            "best_rival": best, "over_best": round(means[OURS] / means[best], 3),
            "compiled_after_warm_up": model.compilations - compiled, "modules": modules, "warm_up_s": round(warm_up, 1),
            "padding": round(_padding(model, batches), 3),
        })  # fmt: skip
        print(
            f"  {case.name}, hidden {case.hidden}, batch {size}: {found[-1]['over_best']} of {best}",
            file=sys.stderr,
            flush=True,
        )
    return found


def side_by_side(
    calls: Mapping[str, Call], batches: Sequence[Batch], rounds: int, seconds: float, device: str = "cpu"
) -> dict[str, Any]:
    """Fastest call by contestant and shape, ms, of as many rounds as that and as `seconds` allow; results have to agree.

    Contestants take turns, each with all shapes: threads of some wait actively for a while, at the cost of the next call.
    """
    for batch in batches:
        found = {name: call(batch) for name, call in calls.items()}
        for name, rows in found.items():
            check_equal(rows, found[OURS], name, *APART[device])
    times = {name: np.full(len(batches), np.inf) for name in calls}
    end = time.perf_counter() + seconds
    while rounds > 0 or time.perf_counter() < end:
        rounds -= 1
        for name, call in calls.items():
            for i, batch in enumerate(batches):
                start = time.perf_counter()
                call(batch)
                times[name][i] = min(times[name][i], 1e3 * (time.perf_counter() - start))
    return times


def check_equal(rows: Any, ours: Any, name: str, nearness: float, share: float) -> None:
    """Raises AssertionError where more than `share` of the rows are further than `nearness` apart."""
    near = np.isclose(rows, ours, rtol=1e-3, atol=nearness)
    if share == 0 or near.shape != np.shape(ours) or np.mean(~near.reshape(len(near), -1).all(1)) > share:
        np.testing.assert_allclose(rows, ours, rtol=1e-3, atol=nearness, err_msg=name)


def _archive(case: Case, model: Any) -> Call:
    if case.name == "encoder":
        return lambda batch: model.run("forward", ids=batch.x, lengths=batch.sizes)["out"]
    if case.name == "experts":
        return lambda batch: model.run("forward", x=batch.x)["out"]
    return lambda batch: model(batch.graphs, {"x": batch.x})["h"]


def _padding(model: Any, batches: Sequence[Batch]) -> float:
    """Rows that the modules compute, over real ones."""
    from hybridize_runtime.vm.groups import groups_of, round_up
    from hybridize_runtime.vm.schedule import cut_into_tiles

    computed, real = 0, 0
    for batch in batches:
        if "lengths" not in model.manifest.inputs and model.manifest.network is None:
            computed += round_up(len(batch.x), model.manifest.dimensions["rows"], "x")
            real += len(batch.x)
            continue
        if model.manifest.network is None:
            known = model.manifest.dimensions
            sizes = known["lengths"], known["group"][0], known["singles"]
            groups = groups_of(batch.sizes, known["batches"], *sizes)
            computed += groups[1]["steps"]
            real += int(batch.sizes.sum())
            continue
        made = model._planned(batch.graphs, {"x": batch.x}, False)
        looped = [k for k, cut in enumerate(model.manifest.network.cuts) if not cut.source]
        steps = cut_into_tiles(made.plan, made.tile).steps
        computed += made.tile * int(np.isin(steps[:, 0], looped).sum())
        real += sum(len(made.plan.members[k]) for k in looped)
    return computed / real


def rivals(case: Case) -> dict[str, Call]:
    """Whatever is installed, and runs on the device."""
    from corpus.bench_runtime.portable import with_jax, with_onnx, with_torch

    plan = _planner(case)
    found: dict[str, Any] = with_tensorflow(case, plan)
    by_onnx = case.device == "cpu" and with_onnx.available()
    if case.name == "encoder":
        found |= {"JAX, padded": with_jax.encoder(case), **with_torch.encoder(case)}
    elif case.name == "experts":
        found |= {"JAX, ragged_dot over padding": with_jax.experts(case), **with_torch.experts(case)}
        found |= {f"{with_onnx.NAME}, by experts": with_onnx.experts(case)} if by_onnx else {}
    elif case.name == "lstm":
        found |= {"JAX, padded": with_jax.lstm(case), **with_torch.lstm(case)}
        found |= {with_onnx.NAME: with_onnx.lstm(case)} if by_onnx else {}
    else:
        found |= {"JAX, padded levels": with_jax.trees(case, plan), **with_torch.trees(case, plan)}
        found |= {f"{with_onnx.NAME}, by levels": with_onnx.trees(case, plan)} if by_onnx else {}
    return {name: call for name, call in found.items() if call is not None}


def with_tensorflow(case: Case, plan: Any) -> dict[str, Call]:
    """The calls of TensorFlow, where it is installed."""
    if installed("tensorflow") is None:
        return {}
    from corpus.bench_runtime.portable import with_tensorflow as calls

    if case.name == "encoder":
        return {"TensorFlow jit_compile, padded": calls.encoder(case)}
    if case.name == "experts":
        return {"TensorFlow jit_compile, all experts": calls.experts(case)}
    if case.name == "lstm":
        return {"TensorFlow jit_compile, padded": calls.lstm(case)}
    return {"TensorFlow jit_compile, padded levels": calls.trees(case, plan)}


def _planner(case: Case) -> Any:
    """Levels of trees, kept for when the same trees come again, as in archives."""
    batches = [batch for several in case.batches.values() for batch in several]
    kept = {tuple(map(id, batch.graphs)): plan for batch, plan in zip(batches, case.plans, strict=False)}
    return lambda graphs: kept[tuple(map(id, graphs))]


if __name__ == "__main__":
    sys.exit(main())
