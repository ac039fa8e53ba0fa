"""What the compiler of cells does with a vertex function, and what it refuses."""

from __future__ import annotations

import keras
import numpy as np
import pytest
import tensorflow as tf
from hybridize_runtime import (
    CellError,
    GraphError,
    InputError,
    Network,
    from_children,
    from_sequence,
    vertex_function,
)

pytestmark = pytest.mark.tf


def tree_network() -> tuple[Network, dict[str, tf.Variable]]:
    rng = np.random.default_rng(0)
    weights = {name: tf.Variable(rng.normal(size=[3, 9]), dtype="float32") for name in ("W", "U")}
    weights |= {"F": tf.Variable(rng.normal(size=[3, 3]), dtype="float32"), "b": tf.Variable(tf.zeros([9]))}

    def gates(v, z, kept):
        i, o, u = tf.split(z, 3, axis=1)
        c = tf.sigmoid(i) * tf.tanh(u) + kept
        v.scatter(h=tf.sigmoid(o) * tf.tanh(c), c=c)

    @vertex_function(arity=0)
    def leaf(v):
        gates(v, tf.matmul(v.pull("x"), weights["W"]) + weights["b"], 0.0)

    @vertex_function(arity=2)
    def inner(v):
        h, c = v.gather()
        gates(
            v,
            tf.matmul(v.sum(h), weights["U"]) + weights["b"],
            v.sum(tf.sigmoid(tf.matmul(h, weights["F"])) * c),
        )

    return Network([leaf, inner], {"h": 3, "c": 3}, {"x": 3}), weights


PAIR = from_children(["leaf", "leaf", "inner"], [[], [], [0, 1]], {"x": [0, 1, -1]})


def test_weight_gradients_wait_until_after_the_loop() -> None:
    network, _ = tree_network()
    leaf, inner = network.programs
    assert not leaf.saved
    assert not leaf.invariants
    assert {use.op.type for use in inner.uses} == {"MatMul", "BatchMatMulV2", "AddV2"}
    assert not inner.summed
    # Gates, not what can be looked at again or added up again, as the sum of the children is: five activations.
    assert len(inner.saved) == 5


def test_input_projections_leave_the_loop() -> None:
    dense, recurrent = keras.layers.Dense(4), keras.layers.Dense(4, use_bias=False)
    dense.build([None, 3]), recurrent.build([None, 4])

    @vertex_function(arity=0)
    def start(v):
        v.scatter(h=tf.tanh(dense(v.pull("x"))))

    @vertex_function(arity=1)
    def step(v):
        v.scatter(h=tf.tanh(dense(v.pull("x")) + recurrent(v.gather(0).h)))

    network = Network([start, step], {"h": 4}, {"x": 3})
    _, looped = network.programs
    assert [t.shape[1] for t in looped.hoisted] == [4]
    assert [use.weight.op.type for use in looped.uses] == ["ReadVariableOp"]
    x = np.random.default_rng(0).normal(size=[9, 3]).astype("float32")
    graphs = [from_sequence(4, "step", "start"), from_sequence(5, "step", "start")]
    values = [network(graphs, {"x": x}, executor).state["h"] for executor in ("loop", "eager")]
    np.testing.assert_allclose(*values, rtol=1e-5, atol=1e-6)


def test_sums_over_broadcast_axes_are_left_out_where_nothing_was_broadcast() -> None:
    weights, bias = tf.Variable(tf.eye(4)), tf.Variable(tf.ones([4]))

    @vertex_function(arity=0)
    def start(v):
        v.scatter(h=v.pull("x"))

    @vertex_function(arity=1)
    def step(v):
        v.scatter(h=v.pull("x") + tf.matmul(v.gather(0).h, weights) + bias)

    _, looped = Network([start, step], {"h": 4}, {"x": 4}).programs
    stored = {
        *(t.name for t in looped.hoisted_gradients.values()),
        *(use.gradient.name for use in looped.uses),
    }
    assert len(stored) == 1  # the gradient of the sum is that of each of its terms


def test_one_trace_serves_fifty_batches() -> None:
    network, weights = tree_network()
    rng = np.random.default_rng(1)
    for _ in range(50):
        graphs = [PAIR] * int(rng.integers(1, 9))
        with tf.GradientTape() as tape:
            h = network(graphs, {"x": rng.normal(size=[2 * len(graphs), 3])}, "loop").state["h"]
        assert h.shape == (len(graphs), 3)
        assert tape.gradient(h, weights["U"]).shape == (3, 9)
    assert network.traces == {("loop", True): 1}


def test_the_same_weights_can_be_used_again() -> None:
    network, weights = tree_network()
    x = tf.random.stateless_normal([2, 3], seed=[1, 2])

    def gradient(executor: str):
        with tf.GradientTape() as tape:
            h = network([PAIR], {"x": x}, executor).state["h"]
            h = network([PAIR], {"x": tf.concat([h, x[1:]], 0)}, executor).state["h"]
            loss = tf.reduce_sum(h) + tf.nn.l2_loss(weights["U"])
        return tape.gradient(loss, weights["U"])

    np.testing.assert_allclose(gradient("loop"), gradient("eager"), rtol=1e-5, atol=1e-7)


def one_cell(function, arity=0, **options) -> Network:
    return Network([vertex_function(arity, "cell")(function)], {"h": 2}, {"x": 2}, **options)


VARIABLE = tf.Variable([0.0, 0.0])


def branches(v):
    x = v.pull("x")
    v.scatter(h=tf.cond(tf.reduce_sum(x) > 0, lambda: x, lambda: -x))


@pytest.mark.parametrize(
    ("function", "arity", "message"),
    [
        pytest.param(
            lambda v: v.scatter(h=v.pull("y")), 0, "`cell` pulls `y`; the inputs.*`x`", id="unknown input"
        ),
        pytest.param(
            lambda v: v.scatter(g=v.pull("x")), 0, "`cell` scatters `g`.*it has `h`", id="unknown state"
        ),
        pytest.param(lambda v: v.pull("x"), 0, "does not scatter `h`", id="no state"),
        pytest.param(lambda v: v.scatter(h=v.pull("x")[:, :1]), 0, "must not change the shape", id="shape"),
        pytest.param(
            lambda v: v.scatter(h=tf.cast(v.pull("x"), tf.float64)),
            0,
            "float64.*declares float32",
            id="dtype",
        ),
        pytest.param(
            lambda v: v.scatter(h=v.gather(1).h), 1, "gathers child 1 of a vertex with 1", id="arity"
        ),
        pytest.param(branches, 0, "control flow.*tf.where", id="control flow"),
        pytest.param(
            lambda v: (VARIABLE.assign([1.0, 1.0]), v.scatter(h=v.pull("x") + VARIABLE)),
            0,
            "writes",
            id="write",
        ),
    ],
)
def test_cells_that_break_the_contract_are_refused(function, arity: int, message: str) -> None:
    with pytest.raises(CellError, match=message):
        one_cell(function, arity).programs  # noqa: B018


@pytest.mark.parametrize(
    ("graphs", "inputs", "error", "message"),
    [
        ([], {}, GraphError, "a batch without graphs"),
        (
            [from_children(["other"], [[]])],
            {},
            GraphError,
            r"vertex 0 \(cell `other`\): the network has no such cell",
        ),
        (
            [from_children(["leaf", "inner"], [[], [0]])],
            {},
            GraphError,
            r"vertex 1 \(cell `inner`\) has 1 children.*takes 2",
        ),
        (
            [from_children(["leaf"], [[]])],
            {"x": np.ones([1, 3])},
            GraphError,
            r"vertex 0 \(cell `leaf`\) of instance 0 pulls `x`",
        ),
        ([PAIR], {}, InputError, "`x` is missing"),
        ([PAIR], {"x": np.ones([1, 3])}, InputError, "1 rows and the graphs pull row 1"),
        ([PAIR], {"x": np.ones([2, 4])}, InputError, r"shape \(4,\), declared is \(3,\)"),
    ],
)
def test_bad_batches_are_refused(graphs, inputs, error, message: str) -> None:
    network, _ = tree_network()
    with pytest.raises(error, match=message):
        network(graphs, inputs, "loop")


def test_rows_that_depend_on_each_other_are_found() -> None:
    mixing = one_cell(lambda v: v.scatter(h=v.pull("x") - tf.reduce_mean(v.pull("x"), 0, keepdims=True)))
    with pytest.raises(CellError, match="`cell` mixes the rows of different vertices"):
        mixing.check()
    one_cell(lambda v: v.scatter(h=v.pull("x") * 2.0)).check()
