"""Workload: lattice LSTM, as in ED-Batch: characters, and words that shortcut parts of the chain."""

from __future__ import annotations

from typing import Any

import numpy as np
import tensorflow as tf
from hybridize_runtime.graph.schedule import POLICIES
from hybridize_runtime.models.lattices import LatticeLSTM, lattice

from corpus.bench_runtime.measure import once, ratio, side_by_side
from corpus.bench_runtime.trees import errors, gemm_calls, ours, scheduling

MOST_WORDS = 3  # that end at one character
FEW = 2  # sentences that are timed vertex by vertex


def lattices(hidden: int, batch: int, threads: int, rounds: int, compare: bool) -> dict[str, Any]:
    """Sentences of 10 to 50 characters, with a word of 2 to 4 of them at every second place."""
    rng = np.random.default_rng(0)
    tf.random.set_seed(0)
    model = _Both(hidden)
    graphs = [_sentence(int(n), rng) for n in rng.integers(10, 51, batch)]
    plan = model.network.plan(graphs)
    executor = "loop"  # XLA compiles five kinds in two sizes of tiles for minutes
    count = {kind.text: len(members) for kind, members in zip(plan.kinds, plan.members, strict=True)}
    characters, words = sum(n for k, n in count.items() if not k.startswith("word")), count["word/1"]
    x = rng.normal(size=[characters + words, hidden]).astype(np.float32)
    links = sum(
        (kind.slots - 1) * len(m)
        for kind, m in zip(plan.kinds, plan.members, strict=True)
        if kind.cell == "meet"
    )
    meet = sum(n for k, n in count.items() if k.startswith("meet"))
    products = [
        (characters, model.w), (characters - batch, model.u), (words, model.w_word), (words, model.u_word),
        (meet, model.w_link), (links, model.u_link),
    ]  # fmt: skip
    limit = gemm_calls(products, [False, True, False, True, False, True])
    calls = ours(model, graphs, executor, tf.constant(x))
    variants = dict(
        zip(("gemm_forward", "gemm_training", "forward", "training"), (*limit, *calls), strict=True)
    )
    times = side_by_side(variants, rounds)
    ratios = {f"{k}_over_gemm": ratio(times, k, f"gemm_{k}") for k in ("forward", "training")}
    if compare:
        few = graphs[:FEW]
        scale = len(plan.forest) / sum(map(len, few))
        for name, call in zip(("forward", "training"), vertex_by_vertex(model, few, x), strict=True):
            times[f"vertex_by_vertex_{name}"] = once(call, scale)
            ratios[f"vertex_by_vertex_over_{name}"] = ratio(times, f"vertex_by_vertex_{name}", name)
    groups = {name: int(policy(plan.forest).max()) + 1 for name, policy in POLICIES.items()}
    return {
        "workload": "lattice", "hidden": hidden, "batch": batch, "threads": threads, "rounds": rounds,
        "vertices": len(plan.forest), "groups": groups, "executor": executor, **ratios,
        **scheduling(model.network, graphs, executor, times["training"]["wall_ms"]),
        **errors(lambda _, units, dtype: _Both(units, dtype), model, graphs, x, executor), "times": times,
    }  # fmt: skip


class _Both(LatticeLSTM):
    """Characters and words from one input, in this order per sentence, as the other workloads have it."""

    def __init__(self, units: int, dtype: Any = tf.float32) -> None:
        super().__init__(units, units, units, MOST_WORDS, dtype)
        network = self.network
        network.inputs = {"x": network.inputs["x"]}

    def word(self, v: Any) -> None:
        """A word; its row is one of `x`."""
        pull = v.pull
        v.pull = lambda name: pull("x" if name == "word" else name)
        super().word(v)


def _sentence(characters: int, rng: np.random.Generator) -> Any:
    words = [
        (first, last)
        for first in range(0, characters - 1, 2)
        if (last := first + int(rng.integers(1, 4))) < characters
    ]
    graph = lattice(characters, words)
    rows = np.maximum(
        graph.pulls["x"], np.where(graph.pulls["word"] >= 0, graph.pulls["word"] + characters, -1)
    )
    return type(graph)(graph.cells, graph.offsets, graph.children, {"x": rows}, graph.reads)


def vertex_by_vertex(model: Any, graphs: Any, x: Any) -> tuple[Any, Any]:
    """The same cells, one vertex at a time."""
    rows = tf.constant(x[: sum(graph.rows["x"] for graph in graphs)])

    def forward() -> Any:
        return tf.reduce_sum(model.network(graphs, {"x": rows}, "eager").state["h"] ** 2)

    def training() -> Any:
        with tf.GradientTape() as tape:
            loss = forward()
        return loss, tape.gradient(loss, model.trainable_variables)

    return forward, training
