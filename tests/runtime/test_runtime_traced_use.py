"""Recorded calls in use: layers, methods, tapes, futures as tensors, and what is refused."""

from __future__ import annotations

import copy
import operator
import pickle

import keras
import numpy as np
import pytest
import tensorflow as tf
from hybridize_runtime import CellError, Future, InputError, batching, cell
from hybridize_runtime.record import flushing
from traced_cells import BIAS, TABLE, UNITS, WEIGHTS, U, W, look_up, merge, project

pytestmark = pytest.mark.tf


def test_calls_with_several_rows_and_with_one_share_batches() -> None:
    x = tf.random.stateless_normal([7, UNITS], [1, 2], dtype=tf.float64)
    with batching("groups"):
        parts = [project(x[:3]), project(x[3:4]), project(x[4:])]
        merged = merge(parts[0], parts[2])[0]
    np.testing.assert_allclose(tf.concat(parts, 0), project(x))
    np.testing.assert_allclose(merged, merge(project(x[:3]), project(x[4:]))[0])


def test_a_call_with_the_same_result_twice() -> None:
    with batching("groups"):
        one = project(np.ones([1, UNITS]))
        found = merge(one, one)[0]
    np.testing.assert_allclose(found, merge(one.value(), one.value())[0])


def test_layers_methods_and_classes_can_be_cells() -> None:
    dense = keras.layers.Dense(3, activation="tanh")
    recorded = cell(dense)

    class Model(tf.Module):
        def __init__(self, seed):
            super().__init__()
            self.w = tf.Variable(tf.random.stateless_normal([3, 3], [seed, 0]))

        @cell
        def combine(self, a, b):
            return tf.tanh(tf.matmul(a, self.w) + b)

    @cell
    class Twice(keras.layers.Layer):
        def call(self, x):
            return 2.0 * x

    models, twice, x = [Model(0), Model(1)], Twice(), tf.ones([2, 2])

    def run():
        rows = [recorded(x[i : i + 1]) for i in range(2)]
        return [twice(m.combine(*rows)) for m in models]

    with tf.GradientTape() as tape:
        with batching("groups"):
            found = run()
        loss = tf.reduce_sum(tf.concat(found, 0))
    assert isinstance(found[0], Future)
    np.testing.assert_allclose(tf.concat(found, 0), tf.concat(run(), 0), rtol=1e-5)
    gradients = tape.gradient(loss, [models[0].w, models[1].w, *[v.value for v in dense.trainable_variables]])
    assert all(g is not None for g in gradients)
    assert recorded.units == 3


def test_copies_of_an_object_use_their_own_weights() -> None:
    class Model:
        def __init__(self):
            self.w = tf.Variable([[1.0]])

        @cell
        def double(self, x):
            return tf.matmul(x, self.w)

    first, one = Model(), tf.ones([1, 1])
    with batching("groups"):
        first.double(one)
    second, third = copy.copy(first), copy.deepcopy(first)
    second.w = tf.Variable([[5.0]])
    third.w.assign([[7.0]])
    with batching("groups"):
        found = [m.double(one) for m in (first, second, third)]
    assert [f.numpy().item() for f in found] == [1.0, 5.0, 7.0]
    assert pickle.loads(pickle.dumps(project)).name == "project"


def test_without_a_scope_and_in_a_graph_calls_are_calls() -> None:
    x = np.ones([2, UNITS])
    assert isinstance(project(x), tf.Tensor)
    with batching():
        assert isinstance(tf.function(lambda: project(x))(), tf.Tensor)
        assert isinstance(merge(x, tf.constant(2.0, tf.float64))[0], tf.Tensor)  # a tensor without rows


def test_nested_scopes_are_one() -> None:
    with batching("groups"):
        with batching():
            inner = project(np.ones([1, UNITS]))
        assert "pending" in repr(inner)
    assert "computed" in repr(inner)


def test_after_an_exception_results_can_still_be_read() -> None:
    kept = []

    def fail():
        with batching("groups"):
            kept.append(project(np.ones([1, UNITS])))
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    (one,) = kept
    assert "pending" in repr(one)
    np.testing.assert_allclose(one, project(np.ones([1, UNITS])))


def test_gradients_are_recorded_where_the_calls_were() -> None:
    x = tf.constant(np.ones([1, UNITS]))
    with batching("groups"):
        before = project(x)
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(merge(before, look_up(np.array([1])))[0])
    of_project, of_merge = tape.gradient(loss, [W, U])
    assert of_project is None  # as without `batching`: the tape did not see the call
    assert of_merge is not None


def test_a_tape_that_ends_too_early_is_an_error() -> None:
    with batching("groups"):
        with tf.GradientTape():
            late = project(np.ones([1, UNITS]))
        fine = project(np.zeros([1, UNITS]))
    assert "computed" in repr(fine)
    with pytest.raises(
        InputError, match=r"`project` was called under a gradient tape that ended.*inside the tape"
    ):
        late.numpy()


def test_python_treats_futures_as_tensors() -> None:
    with batching("groups"):
        a, b = project(np.ones([1, UNITS])), project(np.zeros([1, UNITS]))
        total = 1.0 - (a + b) / 2.0
        assert isinstance(total, Future)
        assert isinstance(a * BIAS, tf.Tensor)  # not row by row: computed at once
        assert np.asarray(b).shape == (1, UNITS)
        assert len(b) == 1
        assert f"{tf.reduce_sum(b):.1f}" == f"{float(tf.reduce_sum(b.numpy())):.1f}"
        assert b[0].shape == (UNITS,)
        assert bool(tf.reduce_all(a == a.numpy()))
    np.testing.assert_allclose(total, 1.0 - (a.numpy() + b.numpy()) / 2.0)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda x: tf.reduce_sum(x), "`<lambda>` returns the shape"),
        (lambda x: x if tf.reduce_sum(x) > 0 else -x, "`<lambda>` cannot be traced.*branches"),
        (lambda x: x - tf.reduce_mean(x, axis=0), "`<lambda>.*mixes the rows"),
        (lambda x: tf.nn.dropout(x, 0.5) - tf.reduce_mean(x, axis=0), "`<lambda>.*mixes the rows"),
        (lambda x: tf.random.shuffle(x), "`<lambda>.*mixes the rows.*`tf.random.shuffle`"),
        (lambda x: x[:, : int(tf.shape(x)[0])], "`<lambda>"),
        (lambda x: tf.cond(tf.reduce_sum(x) > 0, lambda: x, lambda: -x), "control flow.*tf.where"),
    ],
)
def test_functions_that_cannot_be_cells_are_refused(function, message: str) -> None:
    wrong = cell(function)
    with pytest.raises(CellError, match=message), batching("groups"):
        wrong(np.ones([1, UNITS])).numpy()


def test_arguments_need_the_same_rows() -> None:
    with (
        pytest.raises(InputError, match="`merge`: tensor 1 of the arguments has 2 rows, tensor 0 has 1"),
        batching(),
    ):
        merge(np.ones([1, UNITS]), np.ones([2, UNITS]))


def test_too_many_constants_are_not_batched_and_said() -> None:
    @cell
    def power(x, exponent):
        return x**exponent

    with (
        pytest.warns(UserWarning, match="`power` was called with 64 different constants"),
        batching("groups"),
    ):
        found = [power(np.full([1, 1], 2.0), float(i)) for i in range(70)]
    assert isinstance(found[0], Future)
    assert not isinstance(found[-1], Future)


@pytest.mark.parametrize("executor", ["groups", "loop"])
def test_integer_results(executor: str) -> None:
    @cell
    def best(x):
        return tf.argmax(x, axis=1), tf.reduce_max(x, axis=1)

    @cell
    def after(word, value):
        return tf.gather(TABLE, word) * value[:, None]

    def run():
        firsts = [best(project(np.full([1, UNITS], float(i)))) for i in range(3)]
        return tf.concat([after(*pair) for pair in firsts], 0)

    found = []
    for scoped in (True, False):
        with tf.GradientTape() as tape:
            if scoped:
                with batching(executor):
                    result = run()
            else:
                result = run()
            loss = tf.reduce_sum(result**2)
        found.append([loss, *map(tf.convert_to_tensor, tape.gradient(loss, WEIGHTS[:1] + WEIGHTS[3:]))])
    for mine, theirs in zip(*found, strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=1e-9)


def test_numbers_and_tensors_go_along_with_results_of_single_examples() -> None:
    """`0.0 + future` and `future * tensor`, as sums over examples are written."""
    w = tf.Variable([1.0, 2.0, 3.0])

    @cell(example=True)
    def score(x):
        return tf.reduce_sum(x * w)

    @cell(example=True)
    def scaled(x):
        return x * w

    with tf.GradientTape() as tape:
        with batching("groups"):
            total = 0.0
            for i in range(3):
                total = total + score(tf.fill([3], float(i))) * tf.constant(2.0) - 1
            total = total / 3
            row = tf.ones([3]) - scaled(tf.ones([3])) * np.float32(2.0)
            mixed = row * score(tf.ones([3]))
        loss = tf.convert_to_tensor(total)
    np.testing.assert_allclose(loss, 11.0)
    np.testing.assert_allclose(tape.gradient(loss, w), [2.0, 2.0, 2.0])
    np.testing.assert_allclose(row, [-1.0, -3.0, -5.0])
    np.testing.assert_allclose(mixed, [-6.0, -18.0, -30.0])


@cell(example=True)
def squared(x):
    return tf.reduce_sum((x @ WEIGHTED) ** 2)


WEIGHTED = tf.Variable(tf.reshape(tf.linspace(-1.0, 1.0, 6), [3, 2]))


def losses_and_gradient(read_between: bool = False, executor: str = "auto"):
    """Of twenty examples, added up in two ways, and once more with what is in between."""
    with tf.GradientTape() as tape:
        between = []
        with batching(executor):
            total = 0.0
            for n in range(20):
                total = total + squared(tf.fill([1 + n % 3, 3], 0.1 * n))
                between += [total] if read_between and n % 5 == 0 else []
            other = sum(squared(tf.fill([2, 3], 0.1 * n)) for n in range(20))
        loss = tf.convert_to_tensor(total) + 2.0 * other + sum(map(tf.convert_to_tensor, between))
    return float(loss), tape.gradient(loss, WEIGHTED).numpy()


@pytest.mark.parametrize("executor", ["auto", "groups", "loop"])
def test_a_sum_of_results_is_one_operation(executor: str, monkeypatch) -> None:
    found, run = [], flushing.run_sums
    monkeypatch.setattr(flushing, "run_sums", lambda *given: found.append(run(*given)) or found[-1])
    want = losses_and_gradient(executor="eager")
    assert not found
    loss, gradient = losses_and_gradient(executor=executor)
    assert found == [True]
    assert loss == pytest.approx(want[0], rel=1e-5)
    np.testing.assert_allclose(gradient, want[1], rtol=1e-5)


def test_sums_whose_parts_are_read_are_made_one_by_one() -> None:
    want, mine = losses_and_gradient(True, "eager"), losses_and_gradient(True)
    assert mine[0] == pytest.approx(want[0], rel=1e-5)
    np.testing.assert_allclose(mine[1], want[1], rtol=1e-5)


def test_sums_of_several_rows_and_of_shared_parts() -> None:
    def run(executor: str):
        with tf.GradientTape() as tape:
            with batching(executor):
                rows = [look_up(np.array([n % 3, n % 2])) for n in range(12)]
                total = rows[0]
                for each in rows[1:]:
                    total = total + each
                twice = total + total
            loss = tf.reduce_sum(tf.convert_to_tensor(total) ** 2) + tf.reduce_sum(
                tf.convert_to_tensor(twice)
            )
        return total.numpy(), twice.numpy(), tf.convert_to_tensor(tape.gradient(loss, TABLE)).numpy()

    for mine, want in zip(run("groups"), run("eager"), strict=True):
        np.testing.assert_allclose(mine, want, rtol=1e-5)


def test_a_slice_of_one_row_is_a_look_up() -> None:
    calls = []

    @cell(example=True)
    def row(i):
        calls.append(i)
        return tf.tanh(TABLE[i : i + 1])

    with tf.GradientTape() as tape:
        with batching():
            found = [row(n % 3) for n in range(90)]
        loss = tf.reduce_sum(tf.concat(found, 0) ** 2)
    gradient = tf.convert_to_tensor(tape.gradient(loss, TABLE)).numpy()
    assert len(calls) < 45  # calls of many words are one, after the first sixteen
    with tf.GradientTape() as tape:
        plain = tf.tanh(tf.concat([TABLE[n % 3 : n % 3 + 1] for n in range(90)], 0))
        loss = tf.reduce_sum(plain**2)
    np.testing.assert_allclose(tf.concat(found, 0), plain, rtol=1e-6)
    np.testing.assert_allclose(gradient, tf.convert_to_tensor(tape.gradient(loss, TABLE)), rtol=1e-5)


PACKINGS = {
    "stack": lambda a, b: tf.stack([a, b], 1),
    "at the front": lambda a, b: tf.stack([a, b]),
    "convert": lambda a, b: tf.convert_to_tensor([[a, b], [b, a]]),
    "sum": lambda a, b: tf.reduce_sum([a, b], 0),
    "operand": lambda a, b: tf.add(a, [b, b]),
    "with numbers": lambda a, b: tf.stack([a[0, 0], 2.0, b[0, 1]]),
}


@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize("order", ["tensor, future", "future, tensor", "future, future"])
def test_lists_of_futures_and_tensors_have_the_gradients_of_both(packing: str, order: str) -> None:
    weight, x = tf.Variable([[1.0, 2.0, 3.0]]), tf.constant([[0.1, 0.2, 0.3]])

    def scaled(rows):
        return tf.tanh(rows * weight)

    def gradient(function):
        with tf.GradientTape() as tape:
            with batching("groups"):
                recorded, plain = function(x), scaled(2.0 * x)
                other = function(2.0 * x) if order == "future, future" else plain
                pair = (other, recorded) if order == "tensor, future" else (recorded, other)
            loss = tf.reduce_sum(PACKINGS[packing](*pair) ** 2)
        return tape.gradient(loss, weight)

    np.testing.assert_allclose(gradient(cell(scaled)), gradient(scaled), rtol=1e-5)


def test_a_result_of_which_a_gradient_may_be_asked_never_becomes_a_constant() -> None:
    weight = tf.Variable([[1.0, 2.0, 3.0]])
    with tf.GradientTape(), batching():
        found = cell(lambda rows: rows * weight)(tf.ones([1, 3]))
        assert np.asarray(found).shape == (1, 3)
        with pytest.raises(TypeError, match="would become a constant"):
            tf.constant(found)


@pytest.mark.parametrize(
    "operation", [operator.add, operator.sub, operator.mul, operator.truediv], ids=lambda each: each.__name__
)
def test_a_tensor_on_the_left_waits_as_well(operation) -> None:
    calls = []
    weight = tf.Variable([1.0, 2.0])

    @cell(example=True)
    def scored(x):
        calls.append(x)
        return tf.reduce_sum(x * weight) + 1.0

    def total(function, start):
        for i in range(6):
            start = operation(start, function(tf.ones([2]) * (i + 1)))
        return start

    found = []
    for function in (scored.function, scored):
        with tf.GradientTape(persistent=True) as tape:
            start = tf.identity(weight[0])
            with batching("groups"):
                result = total(function, start)
                assert isinstance(result, Future) is (function is scored)
            result = tf.convert_to_tensor(result)
        found.append(
            [result, tape.gradient(result, start), tf.convert_to_tensor(tape.gradient(result, weight))]
        )
    for plain, batched in zip(*found, strict=True):
        np.testing.assert_allclose(plain, batched, rtol=1e-5)
    assert len(calls) < 6 + 6  # not one after the other
