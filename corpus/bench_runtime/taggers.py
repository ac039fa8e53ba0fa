"""Workload: a bidirectional LSTM tagger, as in ED-Batch: two chains per sentence, and a tag for every word."""

from __future__ import annotations

from typing import Any

import keras
import numpy as np
import tensorflow as tf
from hybridize_runtime.graph.builders import from_sequence
from hybridize_runtime.graph.graphs import InstanceGraph
from hybridize_runtime.models import VariableLSTM
from hybridize_runtime.models.weights import weight

from corpus.bench_runtime.measure import ratio, side_by_side
from corpus.bench_runtime.trees import gemm_calls

TAGS = 48


def chain(length: int, reverse: bool) -> InstanceGraph:
    """A chain whose states are all read, in the order of the words."""
    graph = from_sequence(length, "step", first="start", reverse=reverse)
    order = np.arange(length)
    return InstanceGraph(
        graph.cells, graph.offsets, graph.children, graph.pulls, order[::-1] if reverse else order
    )


def taggers(hidden: int, batch: int, threads: int, rounds: int, compare: bool) -> dict[str, Any]:
    """Sentences of N(20, 9) words, at least 2."""
    rng = np.random.default_rng(0)
    tf.random.set_seed(0)
    lengths = np.maximum(np.round(rng.normal(20, 9, batch)), 2).astype(int).tolist()
    words = sum(lengths)
    models, head = [VariableLSTM(hidden, hidden) for _ in range(2)], weight("head", 2 * hidden, TAGS)
    plans = [m.network.plan([chain(n, bool(i)) for n in lengths]) for i, m in enumerate(models)]
    executor = models[0].network.choose(plans[0])
    arrays = [
        {k: tf.constant(v) for k, v in m.network.arrays(p, executor).items()}
        for m, p in zip(models, plans, strict=True)
    ]
    x = rng.normal(size=[words, hidden]).astype(np.float32)
    rows, labels = tf.constant(x), tf.constant(rng.integers(0, TAGS, words))
    variables = [*models[0].trainable_variables, *models[1].trainable_variables, head]

    def loss(states: Any) -> Any:
        return tf.reduce_sum(tf.nn.sparse_softmax_cross_entropy_with_logits(labels, tf.matmul(states, head)))

    def states(keep: bool) -> Any:
        pairs = zip(models, arrays, strict=True)
        return tf.concat(
            [m.network.apply(a, {"x": rows}, executor, gradients=keep).state["h"] for m, a in pairs], 1
        )

    forward, training = _calls(lambda keep: loss(states(keep)), variables)
    limit = gemm_calls(
        [p for m in models for p in ((words, m.kernel), (words - batch, m.recurrent))] + [(words, head)],
        [False, True, False, True, True],
    )
    variants = {"gemm_forward": limit[0], "gemm_training": limit[1], "forward": forward, "training": training}
    result: dict[str, Any] = {}
    if compare:
        other = _MaskedKeras(models, lengths, x)
        calls = _calls(lambda _: loss(other()), [*other.variables, head])
        variants["keras_masked_forward"], variants["keras_masked_training"] = calls
        result["loss_error"] = abs(float(forward()) / float(calls[0]()) - 1.0)
    times = side_by_side(variants, rounds)
    for kind in ("forward", "training"):
        result[f"{kind}_over_gemm"] = ratio(times, kind, f"gemm_{kind}")
        if compare:
            result[f"keras_masked_over_{kind}"] = ratio(times, f"keras_masked_{kind}", kind)
    return {
        "workload": "bilstm-tagger", "hidden": hidden, "batch": batch, "threads": threads, "rounds": rounds,
        "steps": 2 * words, "executor": executor, **result, "times": times,
    }  # fmt: skip


def _calls(loss: Any, variables: Any) -> tuple[Any, Any]:
    @tf.function  # type: ignore[untyped-decorator]
    def forward() -> Any:
        return loss(False)

    @tf.function  # type: ignore[untyped-decorator]
    def training() -> Any:
        with tf.GradientTape() as tape:
            value = loss(True)
        return value, tape.gradient(value, variables)

    return forward, training


class _MaskedKeras:
    """Keras's bidirectional LSTM over padded sentences with a mask, with the same weights."""

    def __init__(self, models: list[VariableLSTM], lengths: list[int], x: Any) -> None:
        padded = np.zeros([len(lengths), max(lengths), x.shape[1]], np.float32)
        mask = np.arange(max(lengths)) < np.array(lengths)[:, None]
        padded[mask] = x
        self.rows, self.mask = tf.constant(padded), tf.constant(mask)
        units = models[0].recurrent.shape[0]
        self.layers = [
            keras.layers.LSTM(units, unit_forget_bias=False, return_sequences=True, go_backwards=bool(i))
            for i in range(2)
        ]
        for layer, model in zip(self.layers, models, strict=True):
            layer.build(padded.shape)
            layer.set_weights([w.numpy() for w in (model.kernel, model.recurrent, model.bias)])
        self.variables = [v.value for layer in self.layers for v in layer.trainable_variables]

    def __call__(self) -> Any:
        there, back = (layer(self.rows, mask=self.mask) for layer in self.layers)
        return tf.boolean_mask(tf.concat([there, tf.reverse(back, [1])], 2), self.mask)
