"""Loops over examples as one call give what the loops give, gradients included."""

from __future__ import annotations

import copy
import gc
import weakref
from contextlib import nullcontext

import numpy as np
import pytest
import tensorflow as tf
from hybridize_runtime import (
    CellError,
    InputError,
    batching,
    cell,
    fold_examples,
    map_examples,
    sum_examples,
    take_row,
)
from hybridize_runtime.compile.vectorizing import has_own_gradient

pytestmark = pytest.mark.tf


class Model(tf.Module):
    def __init__(self) -> None:
        super().__init__()
        self.table = tf.Variable(tf.reshape(tf.linspace(-1.0, 1.0, 12), [4, 3]))
        self.w = tf.Variable(tf.reshape(tf.linspace(-0.5, 0.6, 18), [6, 3]))
        self.calls = 0

    def step(self, word, h):
        self.calls += 1
        return tf.tanh(tf.matmul(tf.concat([take_row(self.table, word)[None], h], 1), self.w))

    def start(self):
        return tf.zeros([1, 3])

    def scaled(self, h, factor, kind):
        return h * factor if kind == "scaled" else -h

    def read(self, words):
        h = self.start()
        for word in words:
            h = self.step(word, h)
        return h


def close(left, right) -> None:
    np.testing.assert_allclose(left, right, rtol=1e-5, atol=1e-6)


def both(model, one, all_):
    """Results and gradients of a loop and of one call."""
    found = []
    for compute in (one, all_):
        with tf.GradientTape() as tape:
            result = compute()
            loss = tf.reduce_sum(result**2)
        found.append(
            (result, [tf.convert_to_tensor(g) for g in tape.gradient(loss, model.trainable_variables)])
        )
    (result, gradients), (together, theirs) = found
    close(result, together)
    for left, right in zip(gradients, theirs, strict=True):
        close(left, right)


@pytest.mark.parametrize("lengths", [[3, 1, 2], [1], [2, 2], [0, 3, 0, 5, 1], [0, 0]])
def test_fold_reads_sequences_of_any_lengths(lengths) -> None:
    model = Model()
    words = [[(i + k) % 4 for k in range(n)] for i, n in enumerate(lengths)]

    def together():
        h = map_examples(model.start, count=len(words))
        return fold_examples(model.step, words, h)

    if sum(lengths):
        both(model, lambda: tf.stack([model.read(each) for each in words]), together)
    else:
        close(together(), tf.zeros([len(lengths), 1, 3]))


def test_fold_takes_tuples_of_states_several_sequences_and_what_stays() -> None:
    def step(x, y, total, count, factor, offset):
        return total + factor * x + y + offset, count + 1

    xs, ys = [[1.0, 2.0], [3.0], []], [[0.5, 0.25, 9.0], [1.0, 9.0], [9.0]]
    factors = tf.constant([1.0, 2.0, 3.0])
    start = (tf.zeros([3]), tf.zeros([3], tf.int32))
    total, count = fold_examples(step, (xs, ys), start, factors, shared=(0.5,), zipped=True)
    close(total, [1.0 + 0.5 + 2.0 + 0.25 + 1.0, 6.0 + 1.0 + 0.5, 0.0])
    close(count, [2, 1, 0])


def test_items_may_be_arrays_tensors_or_rows_of_one_tensor() -> None:
    def add(x, h):
        return h + x

    rows = [np.ones([2, 3], "float32"), np.full([1, 3], 2, "float32")]
    start = tf.zeros([2, 3])
    expected = [[2.0] * 3, [2.0] * 3]
    close(fold_examples(add, rows, start), expected)
    close(fold_examples(add, [tf.constant(each) for each in rows], start), expected)
    close(fold_examples(add, [list(map(tf.constant, each)) for each in rows], start), expected)
    close(fold_examples(add, tf.ones([2, 2, 3]), start), [[2.0] * 3] * 2)


def test_examples_with_equal_keys_run_together_in_one_trace_per_key() -> None:
    model = Model()
    h = tf.constant([[1.0], [2.0], [3.0]])
    kinds = ["scaled", "other", "scaled"]
    for _ in range(3):
        found = map_examples(model.scaled, h, tf.constant([2.0, 3.0, 4.0]), keys=kinds)
        close(found, [[2.0], [-2.0], [12.0]])


def test_a_function_is_traced_once_for_any_number_of_examples() -> None:
    model = Model()
    for n in (3, 1, 5, 2):
        fold_examples(model.step, [[0, 1]] * n, map_examples(model.start, count=n))
    assert model.calls == 2  # once as it is, so that layers are built, and once traced


def test_shared_arguments_are_tensors_lists_of_them_or_constants() -> None:
    def pick(i, nodes, scale):
        return take_row(nodes, i) * scale

    nodes = [tf.constant([1.0]), tf.constant([2.0])]
    with tf.GradientTape() as tape:
        tape.watch(nodes)
        found = map_examples(pick, [1, 0, -1], shared=(nodes, 3.0))
        loss = tf.reduce_sum(found)
    close(found, [[6.0], [3.0], [6.0]])
    close(tape.gradient(loss, nodes), [[3.0], [6.0]])


def test_shared_lists_of_tensors_stay_lists() -> None:
    def centred(i, nodes):
        return nodes[0] * 0.0 + take_row(nodes, i) - tf.reduce_mean(tf.concat(nodes, 0), 0)

    nodes = [tf.ones([1, 2]), tf.zeros([1, 2])]
    close(map_examples(centred, [0, 1], shared=(nodes,)), [[[0.5, 0.5]], [[-0.5, -0.5]]])


def test_shared_lists_of_numbers_may_change() -> None:
    scales = [2.0]

    def scaled(x, scales):
        return x * scales[0]

    close(map_examples(scaled, tf.ones([2]), shared=(scales,)), [2.0, 2.0])
    scales[0] = 5.0
    close(map_examples(scaled, tf.ones([2]), shared=(scales,)), [5.0, 5.0])


def test_whole_numbers_keep_their_size() -> None:
    found = fold_examples(lambda x, h: h + x, [[2**40], [1]], tf.zeros([2], tf.int64))
    assert found.numpy().tolist() == [2**40, 1]


def test_layers_are_built_by_the_first_call() -> None:
    import keras

    layer = keras.layers.Dense(2)
    found = map_examples(layer, tf.ones([4, 1, 3]))
    close(found, layer(tf.ones([4, 3]))[:, None])


def test_in_a_graph_the_operations_become_part_of_it() -> None:
    model = Model()

    @tf.function
    def forward(h, factor):
        return map_examples(model.scaled, h, factor, keys=["scaled", "other"])

    graph = forward.get_concrete_function(tf.TensorSpec([2, 1]), tf.TensorSpec([None]))
    close(graph(tf.ones([2, 1]), tf.constant([2.0, 3.0])), [[2.0], [-1.0]])


def test_a_layer_that_keras_builds_from_its_call_has_gradients() -> None:
    import keras

    class Rows(keras.layers.Layer):
        def __init__(self):
            super().__init__()
            self.dense = keras.layers.Dense(2)

        def row(self, x):
            return self.dense(x)

        def call(self, x):
            return map_examples(self.row, x[:, None])

    layer = Rows()
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(layer(tf.ones([3, 4])) ** 2)
    assert all(each is not None for each in tape.gradient(loss, layer.trainable_variables))


def test_sum_adds_in_the_places() -> None:
    w = tf.Variable([[2.0]])
    into = [tf.zeros([1, 1]), tf.ones([1, 1])]
    found = sum_examples(lambda x: tf.matmul(x, w), [1, 0, -1], into, [tf.ones([1, 1])] * 3)
    assert isinstance(found, list)
    close(found, [[[2.0]], [[5.0]]])
    close(sum_examples(lambda x: x, [], tf.ones([2]), []), [1.0, 1.0])


@pytest.mark.parametrize("place", [2, -3])
def test_sum_refuses_places_that_there_are_not(place) -> None:
    with pytest.raises(InputError, match=f"place {place} of 2"):
        sum_examples(tf.identity, [place], tf.zeros([2]), [1.0])


def test_row_of_a_table_is_what_brackets_give_with_dense_gradients() -> None:
    table = tf.Variable([[1.0], [2.0], [3.0]])
    for index in (0, 2, -1):
        close(take_row(table, index), table[index])
        with tf.GradientTape() as tape:
            found = take_row(table, tf.constant(index))
        gradient = tape.gradient(found, table)
        close(found, table[index])
        assert isinstance(gradient, tf.Tensor)


def test_functions_that_write_variables_are_refused() -> None:
    count = tf.Variable(0.0)

    def counts(x):
        count.assign_add(1.0)
        return x

    with pytest.raises(CellError, match="`counts` writes a variable"):
        map_examples(counts, tf.ones([2]))


def test_numbers_of_examples_have_to_agree() -> None:
    with pytest.raises(InputError, match="2, 3 examples"):
        map_examples(tf.add, tf.ones([2]), tf.ones([3]))
    with pytest.raises(InputError, match="at least one"):
        map_examples(tf.identity, tf.ones([0]))


def test_a_state_keeps_its_form() -> None:
    with pytest.raises(InputError, match="a state keeps its dtypes and shapes"):
        fold_examples(lambda x, h: tf.concat([h, h], 0), [[1.0]], tf.ones([1, 2]))


def test_traces_go_with_their_object_and_leave_it_as_it_is() -> None:
    model = Model()
    before = set(vars(model))
    map_examples(model.scaled, tf.ones([2]), tf.ones([2]), keys=["scaled"] * 2)
    assert set(vars(model)) == before
    copy.deepcopy(model)
    gone = weakref.ref(model)
    del model
    gc.collect()
    assert gone() is None


def test_futures_are_taken_for_their_values_with_gradients() -> None:
    """As arguments, as places to add to, and among what is shared."""
    w = tf.Variable([0.5, -1.0, 2.0])

    @cell(example=True)
    def scaled(x):
        return x * w

    def message(row, number, states):
        return take_row(states, number) * row

    rows, numbers = [tf.fill([3], float(n + 1)) for n in range(4)], [3, 0, 1, 2]
    found = []
    for scoped in (True, False):
        with tf.GradientTape() as tape:
            with batching("groups") if scoped else nullcontext():
                states = [scaled(row) for row in rows]
            total = sum_examples(message, [0, 1, 1, 3], states, states, numbers, shared=(states,))
            folded = fold_examples(lambda row, h: h * row, [states[:2], states[2:]], tf.ones([2, 3]))
            loss = tf.reduce_sum(tf.stack(total)) + tf.reduce_sum(folded)
        found.append([loss, tape.gradient(loss, w)])
    for mine, plain in zip(*found, strict=True):
        np.testing.assert_allclose(mine, plain, rtol=1e-5)


@tf.custom_gradient
def turned(x):
    return tf.identity(x), lambda arrived: -3.0 * tf.clip_by_value(arrived, -0.1, 0.1)


@pytest.mark.parametrize("function", [turned, tf.function(turned), tf.grad_pass_through(tf.round)])
def test_functions_with_a_gradient_of_their_own_keep_it(function) -> None:
    """`tf.vectorized_map` would take the gradient of their operations."""
    w = tf.Variable(tf.random.stateless_normal([3, 3], [1, 2]))
    words, start = [[1.0, 2.0], [0.5], [3.0, 0.25, 1.0]], tf.random.stateless_normal([3, 1, 3], [3, 4])

    def step(x, h):
        return tf.tanh(function(h @ w) + x)

    def read(items, h):
        for x in items:
            h = step(x, h)
        return h

    found = []
    for together in (False, True):
        with tf.GradientTape() as tape:
            ways = fold_examples(step, words, start) if together else tf.stack(list(map(read, words, start)))
            loss = tf.reduce_sum(ways**2)
        found.append([loss, tape.gradient(loss, w)])
    for one, other in zip(*found, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)


def test_gradients_that_tensorflow_wrote_down_are_those_of_operations() -> None:
    found = {}
    for name, function in (
        ("silu", tf.nn.silu),
        ("turned", turned),
        ("traced", tf.function(turned)),
        ("tanh", tf.tanh),
    ):
        with tf.Graph().as_default() as graph:
            function(tf.compat.v1.placeholder(tf.float32, [2]))
        found[name] = has_own_gradient(graph)
    assert found == {"silu": False, "turned": True, "traced": True, "tanh": False}
