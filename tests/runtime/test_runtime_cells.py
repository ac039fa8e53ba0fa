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
    Rows,
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
NORMALIZED, CELL_WITH_MASK = keras.layers.BatchNormalization(), keras.layers.LSTMCell(2, dropout=0.5)
NORMALIZED.build([None, 2]), CELL_WITH_MASK.build([None, 2])


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
        pytest.param(
            lambda v: v.scatter(h=v.pull("x") if v.pull("x")[0, 0] > 0 else -v.pull("x")),
            0,
            "`cell` cannot be traced: it branches on a tensor.*tf.where",
            id="if",
        ),
        pytest.param(
            lambda v: v.scatter(h=v.pull("x") @ tf.ones([3, 2])),
            0,
            "cell `cell` with 0 child slots.*2.*3",
            id="product",
        ),
        pytest.param(
            lambda v: v.scatter(h=v.pull("x") - tf.reduce_mean(v.pull("x"), 0, keepdims=True)),
            0,
            "`cell` mixes the rows",
            id="mixes",
        ),
        pytest.param(
            lambda v: v.scatter(h=NORMALIZED(v.pull("x"), training=True)),
            0,
            "`cell` calls BatchNormalization `batch_normalization.*in training.*LayerNormalization",
            id="statistics of a batch",
        ),
        pytest.param(
            lambda v: v.scatter(h=v.pull("x") + tf.random.stateless_normal(tf.shape(v.pull("x")), [1, 2])),
            0,
            "mixes the rows",
            id="the same numbers for the rows of every group",
        ),
    ],
)
def test_cells_that_break_the_contract_are_refused(function, arity: int, message: str) -> None:
    with pytest.raises(CellError, match=message):
        one_cell(function, arity).programs  # noqa: B018


def test_a_mask_that_is_kept_from_call_to_call_is_refused() -> None:
    def masked(v):
        v.scatter(h=CELL_WITH_MASK(v.pull("x"), [v.pull("x"), v.pull("x")], training=True)[0])

    one_cell(masked).check()
    with pytest.raises(
        CellError, match=r"a tensor of another trace.*`LSTMCell`.*`Dropout` layer in the cell"
    ):
        one_cell(masked).check()


@pytest.mark.parametrize(
    ("graphs", "inputs", "error", "message"),
    [
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
        (PAIR, {"x": np.ones([2, 3])}, GraphError, r"a list of graphs.*`\[graph\]`"),
        ([PAIR], np.ones([2, 3]), InputError, "inputs are given by name"),
        (
            [PAIR],
            {"x": tf.RaggedTensor.from_row_lengths(tf.ones([2, 3]), [2])},
            InputError,
            "`x` is a RaggedTensor",
        ),
        ([PAIR], {"x": np.ones([1, 3])}, InputError, "1 rows and the graphs pull row 1"),
        ([PAIR], {"x": np.ones([2, 4])}, InputError, r"shape \(4,\), declared is \(3,\)"),
        ([PAIR], {"x": np.ones([2, 3]), "z": np.ones(2)}, InputError, "no input `z`; it has `x`"),
        ([PAIR], {"x": np.ones([2, 3], int)}, InputError, "`x` is int64, declared is float32; cast it"),
        ([PAIR], {"x": tf.ones([2, 3], tf.int32)}, InputError, "`x` is int32, declared is float32; cast it"),
        (
            [PAIR, PAIR],
            {"x": np.ones([5, 3])},
            InputError,
            "5 rows, and the graphs of the batch have 4 together",
        ),
    ],
)
def test_bad_batches_are_refused(graphs, inputs, error, message: str) -> None:
    network, _ = tree_network()
    with pytest.raises(error, match=message):
        network(graphs, inputs, "loop")


@pytest.mark.parametrize("executor", ["check", "auto", "groups", "loop", "small-tiles"])
def test_rows_that_depend_on_each_other_are_found(executor: str) -> None:
    mixing = one_cell(lambda v: v.scatter(h=v.pull("x") - tf.reduce_mean(v.pull("x"), 0, keepdims=True)))
    graph = from_children(["cell"] * 2, [[], []], {"x": [0, 1]})
    with pytest.raises(CellError, match="`cell` mixes the rows of different vertices"):
        mixing.check() if executor == "check" else mixing([graph], {"x": np.ones([2, 2])}, executor)
    one_cell(lambda v: v.scatter(h=v.pull("x") * 2.0)).check()


@tf.custom_gradient
def centred(x):
    return 2.0 * x, lambda arrived: arrived - tf.reduce_mean(arrived, 0, keepdims=True)


@tf.custom_gradient
def clipped_rows(x):
    return 2.0 * x, lambda arrived: tf.clip_by_norm(arrived, 0.1, axes=[1])


def changed(x, k):
    return x + tf.cast(k, tf.float32)[:, None]


def of_three_inputs(function) -> Network:
    """A network of one cell: a function of numbers, whole numbers and truth values to the state, or to it and a result."""

    def cell(v):
        found = function(*map(v.pull, "xkm"))
        h, *pushed = found if isinstance(found, tuple) else (found,)
        v.scatter(h=h)
        v.push(**dict(zip("y", pushed, strict=False)))

    inputs = {"x": 2, "k": Rows((), tf.int32), "m": Rows((), tf.bool)}
    return Network([vertex_function(0)(cell)], {"h": 2}, inputs)


# What numbers around zero do not show: infinite and missing numbers, thresholds, whole numbers, truth values, gradients.
@pytest.mark.parametrize(
    ("function", "where"),
    [
        pytest.param(
            lambda x, k, m: tf.math.log(x) - tf.reduce_mean(tf.math.log(x), 0), "`h`", id="logarithm"
        ),
        pytest.param(lambda x, k, m: x + tf.nn.relu(tf.reduce_mean(x) - 2.5), "`h`", id="threshold"),
        pytest.param(lambda x, k, m: changed(x, k - tf.reduce_max(k)), "`h`", id="whole numbers"),
        pytest.param(lambda x, k, m: tf.where(tf.reduce_any(m), x, -x), "`h`", id="truth values"),
        pytest.param(lambda x, k, m: (x, tf.argsort(x[:, 0])[:, None]), "`y`", id="order"),
        pytest.param(lambda x, k, m: (x, x > tf.reduce_mean(x)), "`y`", id="above the mean"),
        pytest.param(lambda x, k, m: tf.random.shuffle(x), "`tf.random.shuffle`", id="shuffle"),
        pytest.param(lambda x, k, m: centred(x), "the gradient of its own", id="gradient"),
    ],
)
def test_rows_that_depend_on_each_other_in_one_respect_are_found(function, where: str) -> None:
    with pytest.raises(CellError, match=f"`cell` mixes the rows of different vertices in {where}"):
        of_three_inputs(function).check()


@pytest.mark.parametrize(
    "function",
    [
        pytest.param(lambda x, k, m: tf.math.log(x), id="logarithm"),
        pytest.param(lambda x, k, m: tf.gather(tf.ones([1, 2]), k) * x, id="table of one row"),
        pytest.param(lambda x, k, m: (tf.where(m[:, None], x, -x), tf.argmax(x, 1)), id="largest"),
        pytest.param(lambda x, k, m: clipped_rows(x) / tf.reduce_sum(x, 1, keepdims=True), id="gradient"),
        pytest.param(lambda x, k, m: tf.exp(tf.exp(tf.exp(x))), id="infinite"),
    ],
)
def test_rows_that_do_not_are_taken(function) -> None:
    of_three_inputs(function).check()


def test_a_batch_without_graphs_has_no_rows() -> None:
    network, _ = tree_network()
    assert network([], {"x": np.ones([0, 3])}).state["c"].shape == (0, 3)
    pushing = one_cell(lambda v: (v.scatter(h=v.pull("x")), v.push(y=v.pull("x")[:, :1])))
    assert pushing([]).pushed["y"].shape == (0, 1)


def test_a_step_on_a_batch_without_graphs_changes_nothing() -> None:
    network, weights = tree_network()
    x = tf.Variable(tf.zeros([0, 3]))
    weights["W"].assign(tf.fill([3, 9], np.nan))
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(network([], {"x": x}).state["h"] ** 2)
    assert loss == 0.0
    for variable, gradient in zip(
        [*weights.values(), x], tape.gradient(loss, [*weights.values(), x]), strict=True
    ):
        assert gradient.shape == variable.shape
        assert not tf.reduce_any(gradient != 0.0)


def test_rows_that_no_vertex_pulls_belong_to_their_example() -> None:
    network = one_cell(lambda v: v.scatter(h=v.pull("x") + 0.0))
    x = np.arange(12.0).reshape(6, 2).astype("float32")
    graphs = [from_children(["cell"], [[]], {"x": [1]}, rows={"x": 3}) for _ in range(2)]
    np.testing.assert_array_equal(network(graphs, {"x": x}, "eager").state["h"], x[[1, 4]])
    with pytest.raises(GraphError, match="has 1 rows, and a vertex pulls row 1"):
        from_children(["cell"], [[]], {"x": [1]}, rows={"x": 1})

    @tf.function(input_signature=[tf.TensorSpec([None, 2])], autograph=False)
    def states(x):
        return network(graphs, {"x": x}, "loop").state["h"]

    np.testing.assert_array_equal(states(x), x[[1, 4]])
    with pytest.raises(tf.errors.InvalidArgumentError, match="the graphs of the batch have 6 together"):
        states(x[:5])


def test_wider_floating_point_is_cast_and_has_gradients() -> None:
    network, _ = tree_network()
    x = tf.ones([2, 3], tf.float64)
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = tf.reduce_sum(network([PAIR], {"x": x}, "eager").state["h"])
    assert tape.gradient(loss, x).dtype == tf.float64


def test_a_state_of_one_component_is_its_tensor() -> None:
    """`v.gather(0)` is a named tuple, and where it has one entry, that tensor."""
    w = tf.Variable(tf.eye(2))

    @vertex_function(arity=0)
    def first(v):
        v.scatter(h=v.pull("x"))

    def named(v):
        v.scatter(h=tf.tanh(v.gather(0).h @ w + 2.0 * v.gather(0).h) - v.gather(0).h[:, :1])

    def plain(v):
        h = v.gather(0)
        assert (h.shape[1], h.dtype, len(h), h[0] is h.h) == (2, tf.float32, 1, True)
        v.scatter(h=tf.tanh(tf.matmul(h, w) + 2.0 * h) + -h[:, :1])

    graphs, x = [from_sequence(3, "step", first="first")], np.ones([3, 2], "float32")
    states = []
    for function in (named, plain):
        network = Network([first, vertex_function(1, "step")(function)], {"h": 2}, {"x": 2})
        states.append(network(graphs, {"x": x}, "loop", gradients=False).state["h"])
    np.testing.assert_array_equal(*states)


def test_functions_with_a_gradient_of_their_own_keep_it() -> None:
    """In the loop, before it (in cells without children), and after it (pushed)."""

    @tf.custom_gradient
    def clipped(x, y):
        return x * y, lambda arrived: (tf.clip_by_value(arrived, -0.1, 0.1), 3.0 * arrived)

    def step(v):
        h = clipped(v.gather(0).h, v.pull("x"))
        v.scatter(h=h)
        v.push(y=clipped(h, h))

    @vertex_function(arity=0)
    def first(v):
        v.scatter(h=clipped(v.pull("x"), v.pull("x")))

    network = Network([first, vertex_function(1, "step")(step)], {"h": 2}, {"x": 2})
    x, found = tf.Variable([[0.5, -1.0], [2.0, 1.0], [0.25, 3.0]]), []
    for executor in ("eager", "loop"):
        with tf.GradientTape() as tape:
            outputs = network([from_sequence(3, "step", first="first")], {"x": x}, executor)
            loss = tf.reduce_sum(outputs.state["h"]) + tf.reduce_sum(outputs.pushed["y"])
        found.append(tf.convert_to_tensor(tape.gradient(loss, x)))
    np.testing.assert_allclose(found[1], found[0], rtol=1e-6)


def test_a_network_trains_eagerly_and_then_inside_of_a_function() -> None:
    """TensorFlow differentiates the same function twice, in two ways."""
    w = tf.Variable([[0.5, 0.25], [-0.5, 1.0]])

    @vertex_function(arity=1)
    def step(v):
        v.scatter(h=tf.tanh(v.pull("x") + v.gather(0).h @ w))

    @vertex_function(arity=0)
    def first(v):
        v.scatter(h=v.pull("x"))

    network = Network([first, step], {"h": 2}, {"x": 2}, small_tile_sizes=(4,))
    graphs, x, executor = [from_sequence(3, "step", first="first")], tf.ones([3, 2]), "small-tiles"
    arrays = {
        name: tf.constant(value) for name, value in network.arrays(network.plan(graphs), executor).items()
    }
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(network(graphs, {"x": x}, executor).state["h"])
    eager = tape.gradient(loss, w)

    @tf.function(autograph=False)
    def gradient():
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(network.apply(arrays, {"x": x}, executor).state["h"])
        return tape.gradient(loss, w)

    np.testing.assert_allclose(gradient(), eager, rtol=1e-6)


@pytest.mark.parametrize("dtype", [tf.float64, tf.float32, tf.bfloat16])
def test_equal_rows_that_vector_instructions_round_otherwise_are_rows(dtype: tf.DType) -> None:
    """Of three rows of two numbers some are computed as vectors and the rest alone, which differ in the last place."""

    @vertex_function(arity=(0, 1))
    def cell(v):
        v.scatter(h=v.pull("x"), c=tf.tanh(tf.fill([tf.shape(v.pull("x"))[0], 2], tf.constant(0.25, dtype))))

    network = Network([cell], {"h": 2, "c": 2}, {"x": 2}, dtype=dtype)
    graphs, x = [from_sequence(2, "cell")], tf.ones([2, 2], dtype)
    one, other = (network(graphs, {"x": x}, executor).state["c"] for executor in ("eager", "loop"))
    both = [tf.cast(rows, tf.float64) for rows in (one, other)]
    np.testing.assert_allclose(*both, rtol=1e-2 if dtype.size == 2 else 1e-6)


@pytest.mark.parametrize("executor", ["groups", "loop", "small-tiles"])
def test_truth_values_and_whole_numbers_that_a_cell_captures(executor: str) -> None:
    """TensorFlow makes constants of small tensors only: these have 150 numbers."""
    w, odd, places = tf.Variable(tf.eye(3)), tf.constant([True, False] * 75), tf.constant([2, 1, 0] * 50)

    @vertex_function(arity=(0, 1))
    def cell(v):
        chosen = tf.where(odd[:3], v.pull("x") @ w, 2.0 * v.sum(v.gather().h))
        v.scatter(h=tf.gather(chosen, places[:3], axis=1))

    network = Network([cell], {"h": 3}, {"x": 3})
    graphs, x = [from_sequence(3, "cell"), from_sequence(2, "cell")], tf.random.normal([5, 3])
    found = []
    for each in ("eager", executor):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.sin(network(graphs, {"x": x}, each).state["h"]))
        found.append([loss, tape.gradient(loss, w)])
    for one, other in zip(*found, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5)
