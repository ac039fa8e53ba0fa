"""Ready models: against Keras, against plain formulas, and against the reference executor."""

from __future__ import annotations

import json
import subprocess
import sys

import keras
import numpy as np
import pytest
import tensorflow as tf
from hybridize_runtime.models import (
    BinaryTreeLSTM,
    ChildSumTreeLSTM,
    MixtureOfExperts,
    TreeFC,
    VariableGRU,
    VariableLSTM,
)
from hybridize_runtime.models.trees import graphs_of

pytestmark = pytest.mark.tf
LENGTHS = [4, 1, 3]
TREES = [((0, 1), 2), 0, ((0, (1, 2)), (3, 4))]


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        (VariableLSTM, keras.layers.LSTM(3, unit_forget_bias=False)),
        (VariableGRU, keras.layers.GRU(3, reset_after=True)),
    ],
    ids=["lstm", "gru"],
)
def test_recurrent_models_equal_masked_keras_layers(mine, theirs) -> None:
    model, x = mine(2, 3), tf.random.stateless_normal([sum(LENGTHS), 2], seed=[1, 2])
    for variable in model.trainable_variables:
        variable.assign(tf.random.stateless_normal(variable.shape, seed=[3, variable.shape[0]]))
    padded = tf.RaggedTensor.from_row_lengths(x, LENGTHS).to_tensor()
    theirs.build(padded.shape)
    weights = {variable.name.split(":")[0]: variable.numpy() for variable in model.trainable_variables}
    bias = weights["bias"]
    if mine is VariableGRU:
        bias = np.stack([bias, weights["recurrent_bias"]])
    theirs.set_weights([weights["kernel"], weights["recurrent"], bias])
    expected = theirs(padded, mask=tf.sequence_mask(LENGTHS))
    np.testing.assert_allclose(model(x, LENGTHS, "loop"), expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("make", [BinaryTreeLSTM, ChildSumTreeLSTM, TreeFC])
def test_tree_models_equal_the_reference(make) -> None:
    model, graphs = make(2, 3, dtype=tf.float64), graphs_of(TREES)
    x = tf.random.stateless_normal([9, 2], seed=[1, 2], dtype=tf.float64)
    found = []
    for executor in ("loop", "eager"):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.sin(model(graphs, x, executor)))
        found.append([loss, *tape.gradient(loss, model.trainable_variables)])
    for mine, theirs in zip(*found, strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize(("experts", "rows", "k"), [(3, 17, 1), (3, 17, 2), (40, 5, 1), (40, 1, 3)])
def test_experts_are_mixed_without_loss_of_rows(experts: int, rows: int, k: int) -> None:
    model = MixtureOfExperts(experts, 4, 5, k, dtype=tf.float64)
    x = tf.random.stateless_normal([rows, 4], seed=[1, 2], dtype=tf.float64)

    def plainly():
        scores, chosen = tf.math.top_k(tf.matmul(x, model.gate), k)
        parts = tf.nn.softmax(scores)
        mixed = []
        for i, row in enumerate(chosen.numpy().tolist()):
            outs = [
                tf.matmul(tf.nn.relu(tf.matmul(x[i : i + 1], model.w_in[e])), model.w_out[e]) for e in row
            ]
            mixed.append(tf.add_n([parts[i, j] * out for j, out in enumerate(outs)]))
        return tf.concat(mixed, 0)

    found = []
    for call in (tf.function(lambda: model(x), autograph=False), lambda: model(x), plainly):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.sin(call()))
        gradients = tape.gradient(loss, model.trainable_variables)
        found.append([loss, *map(tf.convert_to_tensor, gradients)])
    for *mine, theirs in zip(*found, strict=True):
        for one in mine:
            np.testing.assert_allclose(one, theirs, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("experts", [1, 3])
@pytest.mark.parametrize("rows", [1, pytest.param(3, marks=pytest.mark.slow), 9])
def test_routing_is_the_same_with_and_without_a_function(experts: int, rows: int) -> None:
    model = MixtureOfExperts(experts, 4, 5, dtype=tf.float64)
    x = np.random.default_rng(0).normal(size=[rows, 4])
    expert = np.arange(rows)[::-1] % experts
    weights = [model.w_in, model.w_out]
    compiled = tf.function(model.route, autograph=False, jit_compile=experts == 1)
    found = []
    for call in (model.route, compiled):
        with tf.GradientTape() as tape:
            out = call(x, expert)
            loss = tf.reduce_sum(tf.sin(out))
        found.append([out, *map(tf.convert_to_tensor, tape.gradient(loss, weights))])
    w_in, w_out = (w.numpy() for w in weights)
    exact = [np.maximum(r @ w_in[e], 0) @ w_out[e] for r, e in zip(x, expert, strict=True)]
    np.testing.assert_allclose(found[0][0], exact, rtol=1e-9, atol=1e-12)
    for mine, theirs in zip(*found, strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=1e-9, atol=1e-12)


def test_the_benchmark_prints_one_object() -> None:
    arguments = ["--workload", "tree-fc", "--hidden", "8", "--batch", "2", "--rounds", "1", "--json"]
    command = [sys.executable, "-W", "ignore", "-m", "corpus.bench_runtime", *arguments]
    result = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert result["forward_over_gemm"] > 0
    assert result["training_over_gemm"] > 0
    assert result["executor"] == "small-tiles"
    assert result["loss_error"] < 1e-5
    assert result["gradient_error"] < 1e-4
