"""Workload: an LSTM over sequences of different lengths, against Keras with a mask and the GEMMs of the real steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import keras
import numpy as np
import tensorflow as tf
from hybridize_runtime.models import VariableLSTM
from hybridize_runtime.models.sequences import chain

from corpus.bench_runtime.measure import ratio, side_by_side
from corpus.bench_runtime.trees import errors, gemm_calls, ours, scheduling

Call = Callable[[], Any]


def variable_lstm(hidden: int, batch: int, threads: int, rounds: int, compare: bool) -> dict[str, Any]:
    """Lengths are uniform from 5 to 60."""
    rng = np.random.default_rng(0)
    lengths = np.sort(rng.integers(5, 61, batch))[::-1].tolist()
    steps = sum(lengths)
    tf.random.set_seed(0)
    model, graphs = VariableLSTM(hidden, hidden), [chain(n) for n in lengths]
    model.units = hidden
    x = rng.normal(size=[steps, hidden]).astype(np.float32)
    executor = model.network.choose(model.network.plan(graphs))
    calls = ours(model, graphs, executor, tf.constant(x))
    limit = gemm_calls([(steps, model.kernel), (steps - batch, model.recurrent)], [False, True])
    variants = {
        "gemm_forward": limit[0],
        "gemm_training": limit[1],
        "forward": calls[0],
        "training": calls[1],
    }
    if compare:
        variants["keras_masked_forward"], variants["keras_masked_training"] = keras_masked(
            model, hidden, lengths, x
        )
    times = side_by_side(variants, rounds)
    ratios = {f"{k}_over_gemm": ratio(times, k, f"gemm_{k}") for k in ("forward", "training")}
    for kind in ("forward", "training") if compare else ():
        ratios[f"keras_masked_over_{kind}"] = ratio(times, f"keras_masked_{kind}", kind)
    return {
        "workload": "lstm", "hidden": hidden, "batch": batch, "threads": threads, "rounds": rounds, "steps": steps,
        "executor": executor, **ratios, **scheduling(model.network, graphs, executor, times["training"]["wall_ms"]),
        **errors(_like, model, graphs, x, executor), "traces": max(model.network.traces.values()), "times": times,
    }  # fmt: skip


def _like(inputs: int, units: int, dtype: Any) -> VariableLSTM:
    return VariableLSTM(inputs, units, dtype)


def keras_masked(model: VariableLSTM, hidden: int, lengths: list[int], x: Any) -> tuple[Call, Call]:
    """Keras's LSTM over padded sequences with a mask, in a `tf.function`, with the same weights."""
    layer = keras.layers.LSTM(hidden, unit_forget_bias=False)
    padded = np.zeros([len(lengths), max(lengths), hidden], np.float32)
    mask = np.arange(max(lengths)) < np.array(lengths)[:, None]
    padded[mask] = x
    rows, used = tf.constant(padded), tf.constant(mask)
    layer.build(padded.shape)
    layer.set_weights([w.numpy() for w in (model.kernel, model.recurrent, model.bias)])
    variables = [v.value for v in layer.trainable_variables]

    @tf.function  # type: ignore[untyped-decorator]
    def forward() -> Any:
        return tf.reduce_sum(layer(rows, mask=used) ** 2)

    @tf.function  # type: ignore[untyped-decorator]
    def training() -> Any:
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(layer(rows, mask=used) ** 2)
        return loss, tape.gradient(loss, variables)

    return forward, training
