"""Workloads over trees: Tree-LSTM and Tree-FC, against the GEMMs of the same floating-point operations."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import tensorflow as tf
from hybridize_runtime.graph.graphs import InstanceGraph
from hybridize_runtime.models import ChildSumTreeLSTM, TreeFC
from hybridize_runtime.models.trees import graphs_of

from corpus.bench_runtime import data, others, rivals, with_dynet
from corpus.bench_runtime.measure import once, ratio, side_by_side
from corpus.bench_runtime.profiles import profile

Call = Callable[[], Any]
EAGER_TREES = 4  # recursion is timed on this many trees and scaled by the number of vertices
TORCH_TREES = 16


def tree_lstm(
    hidden: int, batch: int, threads: int, rounds: int, compare: bool, complete: bool = False
) -> dict[str, Any]:
    """Child-sum Tree-LSTM: on random trees, or on complete trees of 128 leaves."""
    rng = np.random.default_rng(0)
    trees = data.complete_trees(batch) if complete else data.random_trees(batch, rng)
    name = "tree-lstm-complete" if complete else "tree-lstm"
    return _run(ChildSumTreeLSTM, _lstm_gemms, name, trees, hidden, threads, rounds, compare)


def tree_fc(hidden: int, batch: int, threads: int, rounds: int, compare: bool) -> dict[str, Any]:
    """Tree-FC on complete trees of 128 leaves."""
    return _run(TreeFC, _fc_gemms, "tree-fc", data.complete_trees(batch), hidden, threads, rounds, compare)


def _run(
    make: Any,
    gemms: Any,
    name: str,
    trees: Sequence[Any],
    hidden: int,
    threads: int,
    rounds: int,
    compare: bool,
) -> dict[str, Any]:
    tf.random.set_seed(0)
    model, graphs = make(hidden, hidden), graphs_of(trees)
    leaves = sum(graph.rows["x"] for graph in graphs)
    x = np.random.default_rng(1).normal(size=[leaves, hidden]).astype(np.float32)
    plan = model.network.plan(graphs)
    executor = model.network.choose(plan)
    calls = ours(model, graphs, executor, tf.constant(x))
    limit = gemms(model, leaves, len(plan.forest) - leaves)
    variants = {
        "gemm_forward": limit[0],
        "gemm_training": limit[1],
        "forward": calls[0],
        "training": calls[1],
    }
    if compare and make is ChildSumTreeLSTM:
        variants |= _fast_rivals(model, trees, plan, x, threads)
    times = side_by_side(variants, rounds)
    if compare and make is ChildSumTreeLSTM:
        times |= _slow_rivals(model, trees, x, threads, len(plan.forest))
    not_run = (
        _rival_alone(model, trees, x, rounds, times)
        if compare and threads == 1 and make is ChildSumTreeLSTM
        else {}
    )
    return {
        "workload": name, "hidden": hidden, "batch": len(trees), "threads": threads, "rounds": rounds,
        "vertices": len(plan.forest), "groups": len(plan.steps), "executor": executor,
        **({"training_profile": profile(calls[1])} if compare else {}),
        **_ratios(times), **scheduling(model.network, graphs, executor, times["training"]["wall_ms"]),
        **errors(make, model, graphs, x, executor), **not_run, "traces": max(model.network.traces.values()), "times": times,
    }  # fmt: skip


def ours(model: Any, graphs: Sequence[InstanceGraph], executor: str, x: Any) -> tuple[Call, Call]:
    """Forward and training calls of the runtime, each one function call."""
    network = model.network
    arrays = {
        name: tf.constant(value) for name, value in network.arrays(network.plan(graphs), executor).items()
    }

    @tf.function  # type: ignore[untyped-decorator]
    def forward() -> Any:
        return tf.reduce_sum(network.apply(arrays, {"x": x}, executor, gradients=False).state["h"] ** 2)

    @tf.function  # type: ignore[untyped-decorator]
    def training() -> Any:
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(network.apply(arrays, {"x": x}, executor, gradients=True).state["h"] ** 2)
        return loss, tape.gradient(loss, model.trainable_variables)

    return forward, training


def gemm_calls(
    products: Sequence[tuple[int, Any]], inputs_need_gradient: Sequence[bool]
) -> tuple[Call, Call]:
    """The bare matrix products of a model: [rows, k] x [k, n] forward, and those of the backward pass."""
    rows = [tf.random.normal([n, w.shape[0]]) for n, w in products]
    back = [tf.random.normal([n, w.shape[1]]) for n, w in products]
    weights = [tf.convert_to_tensor(w) for _, w in products]

    @tf.function  # type: ignore[untyped-decorator]
    def forward() -> Any:
        return [tf.matmul(a, w) for a, w in zip(rows, weights, strict=True)]

    @tf.function  # type: ignore[untyped-decorator]
    def training() -> Any:
        weight_gradients = [tf.matmul(a, d, transpose_a=True) for a, d in zip(rows, back, strict=True)]
        needed = [(d, w) for d, w, need in zip(back, weights, inputs_need_gradient, strict=True) if need]
        return forward(), weight_gradients, [tf.matmul(d, w, transpose_b=True) for d, w in needed]

    return forward, training


def _lstm_gemms(model: ChildSumTreeLSTM, leaves: int, inner: int) -> tuple[Call, Call]:
    return gemm_calls([(leaves, model.w), (inner, model.u), (2 * inner, model.u_forget)], [False, True, True])


def _fc_gemms(model: TreeFC, leaves: int, inner: int) -> tuple[Call, Call]:
    return gemm_calls([(leaves, model.w), (inner, model.u)], [False, True])


def _pair(name: str, calls: Sequence[Call] | None) -> dict[str, Call]:
    return {} if calls is None else dict(zip((f"{name}_forward", f"{name}_training"), calls, strict=True))


def _fast_rivals(model: Any, trees: Sequence[Any], plan: Any, x: Any, threads: int) -> dict[str, Call]:
    """What takes turns with the runtime."""
    recorded = rivals.recorded_calls(model, trees, x)
    for _ in range(10):  # until a network has taken over
        recorded[0](), recorded[1]()
    return {
        **_pair("recorded_calls", recorded),
        **_pair("tape_level_loop", rivals.level_loop(model, plan, tf.constant(x))),
        **_pair("torch_levels", others.torch_levels(model, plan, x, threads)),
        **_pair("jax_levels", others.jax_levels(model, plan, x) if threads == 1 else None),
    }


def _rival_alone(
    model: Any, trees: Sequence[Any], x: Any, rounds: int, times: dict[str, Any]
) -> dict[str, Any]:
    """Adds the times of what runs in a process of its own; says why where there are none."""
    weights = {name: getattr(model, name).numpy() for name in others.NAMES}
    found = with_dynet.timed_alone((weights, trees, plan_starts(trees), x, rounds))
    if isinstance(found, str):
        print(f"not run: dynet_autobatch: {found}", file=sys.stderr)
        return {"not_run": {"dynet_autobatch": found}}
    times |= {f"dynet_autobatch_{kind}": measured for kind, measured in found.items()}
    return {}


def plan_starts(trees: Sequence[Any]) -> Any:
    """The first leaf of each tree."""
    return np.cumsum([0, *(graph.rows["x"] for graph in graphs_of(trees))])[:-1]


def _slow_rivals(model: Any, trees: Sequence[Any], x: Any, threads: int, vertices: int) -> dict[str, Any]:
    """What is timed once, on some trees, and scaled by vertices."""
    few, some = trees[:EAGER_TREES], trees[:TORCH_TREES]
    rows = {
        "tf_eager_recursion": (few, rivals.eager_recursion(model, few, x)),
        "tf_function_per_cell": (few, rivals.eager_recursion(model, few, x, tf.function)),
        "torch_eager_recursion": (some, rivals.torch_recursion(model, some, x, threads)),
    }
    result = {}
    for name, (used, calls) in rows.items():
        scale = vertices / sum(len(graph) for graph in graphs_of(used))
        for kind, call in zip(("forward", "training"), calls or (), strict=False):
            result[f"{name}_{kind}"] = once(call, scale)
    return result


RIVALS = (
    "tf_eager_recursion",
    "tf_function_per_cell",
    "tape_level_loop",
    "recorded_calls",
    "torch_eager_recursion",
    "torch_levels",
    "jax_levels",
    "dynet_autobatch",
)


def _ratios(times: dict[str, dict[str, float]]) -> dict[str, float]:
    result = {}
    for kind in ("forward", "training"):
        result[f"{kind}_over_gemm"] = ratio(times, kind, f"gemm_{kind}")
        result[f"{kind}_over_gemm_wall"] = ratio(times, kind, f"gemm_{kind}", "wall_ms")
        for rival in RIVALS:
            if f"{rival}_{kind}" in times:
                result[f"{rival}_over_{kind}"] = ratio(times, f"{rival}_{kind}", kind)
    return result


def scheduling(
    network: Any, graphs: Sequence[InstanceGraph], executor: str, step_ms: float
) -> dict[str, float]:
    """Wall time of making a plan and its arrays for graphs that were not batched before, and its share of a step."""
    samples = []
    for shift in range(1, 8):
        turned = [*graphs[shift:], *graphs[:shift]] if len(graphs) > shift else [*graphs] * (1 + shift)
        start = time.perf_counter()
        network.arrays(network.plan(turned[: len(graphs)]), executor)
        samples.append(1e3 * (time.perf_counter() - start))
    schedule = sorted(samples)[len(samples) // 2]
    return {"scheduling_ms": round(schedule, 3), "scheduling_share": round(schedule / step_ms, 4)}


def errors(make: Any, model: Any, graphs: Sequence[InstanceGraph], x: Any, executor: str) -> dict[str, float]:
    """Relative differences of loss and gradients from those of the same weights in float64."""
    exact = make(x.shape[1], model.units, dtype=tf.float64)
    for mine, theirs in zip(exact.trainable_variables, model.trainable_variables, strict=True):
        mine.assign(tf.cast(theirs, tf.float64))
    loss, gradients = ours(model, graphs, executor, tf.constant(x))[1]()
    true, exact_gradients = ours(exact, graphs, "loop", tf.constant(x, tf.float64))[1]()
    off = [
        float(tf.norm(tf.cast(g, tf.float64) - e) / tf.norm(e))
        for g, e in zip(gradients, exact_gradients, strict=True)
    ]
    return {"loss_error": abs(float(loss) / float(true) - 1.0), "gradient_error": max(off)}
