"""Cells that are written for one example: whatever its tensors look like, batches compute what its calls compute."""

from __future__ import annotations

import numpy as np
import pytest
import tensorflow as tf
from hybridize_runtime import Future, batching, cell
from hybridize_runtime.errors import CellError
from sizes import size

UNITS = 4


def variable(seed: int, *shape: int) -> tf.Variable:
    return tf.Variable(tf.random.stateless_normal(shape, [seed, seed]) * 0.5)


W, TABLE, READOUT = variable(1, UNITS, UNITS), variable(2, 9, UNITS), variable(3, UNITS, 1)


def leaf(word):
    return tf.tanh(TABLE[word - 2][None]), TABLE[word][None] * 1.0


def merge(left, right, weight):
    h = tf.tanh(tf.matmul(left[0] + right[0], W) + TABLE[weight])
    return h, left[1] * right[1]


def attend(h, context):
    return h + tf.matmul(tf.nn.softmax(tf.matmul(h, context, transpose_b=True)), context)


def error(h, target):
    return tf.square(tf.matmul(h, READOUT)[0, 0] - target)


FUNCTIONS = {"leaf": leaf, "merge": merge, "attend": attend, "error": error}


def grow(rng, depth):
    if depth == 0 or rng.random() < 0.2:
        return int(rng.integers(2, 9))
    return grow(rng, depth - 1), grow(rng, depth - 1), int(rng.integers(9))


def errors(functions, trees, context):
    def encode(tree):
        if isinstance(tree, int):
            return functions["leaf"](tree)
        return functions["merge"](encode(tree[0]), encode(tree[1]), tree[2])

    return [
        functions["error"](functions["attend"](encode(tree)[0], context), 0.1 * i)
        for i, tree in enumerate(trees)
    ]


@pytest.mark.parametrize("executor", ["eager", "groups", "loop"])
def test_programs_of_such_cells_have_the_same_results_and_gradients(executor: str) -> None:
    rng = np.random.default_rng(0)
    trees = [grow(rng, 4) for _ in range(8)]
    context = tf.random.stateless_normal([3, UNITS], [7, 7])
    cells = {name: cell(function, example=True) for name, function in FUNCTIONS.items()}
    found = []
    for functions in (FUNCTIONS, cells):
        with tf.GradientTape() as tape:
            with batching(executor):
                parts = errors(functions, trees, context)
            loss = tf.add_n(parts)
        found.append([loss, *map(tf.convert_to_tensor, tape.gradient(loss, [W, TABLE, READOUT]))])
    for plain, batched in zip(*found, strict=True):
        np.testing.assert_allclose(plain, batched, rtol=1e-4, atol=1e-5)


def test_results_have_the_shapes_of_the_calls() -> None:
    square = cell(error, example=True)
    with batching("groups"):
        results = [square(tf.ones([1, UNITS]) * i, 0.5) for i in range(3)]
        assert all(isinstance(each, Future) and each.shape == () and each.ndim == 0 for each in results)
    for i, result in enumerate(results):
        np.testing.assert_allclose(result, error(tf.ones([1, UNITS]) * i, 0.5), rtol=1e-5)


def test_rows_of_one_example_may_depend_on_each_other() -> None:
    mean = cell(lambda x: x - tf.reduce_mean(x, axis=0), example=True)
    given = [tf.random.stateless_normal([3, UNITS], [i, i]) for i in range(5)]
    with batching("groups"):
        found = [mean(x) for x in given]
    for x, result in zip(given, found, strict=True):
        np.testing.assert_allclose(result, x - tf.reduce_mean(x, axis=0), atol=1e-6)


def test_numbers_that_python_needs_stay_constants() -> None:
    """`range(n)` and a branch need the number itself: few of them are told apart, and each is traced."""

    @cell(example=True)
    def repeated(x, n):
        for _ in range(n):
            x = tf.matmul(x, W)
        return x if n % 2 else -x

    with batching("groups"):
        found = [repeated(tf.ones([1, UNITS]), n % 7) for n in range(21)]
    for n, result in enumerate(found):
        np.testing.assert_allclose(result, repeated(tf.ones([1, UNITS]), n % 7), rtol=1e-4, atol=1e-5)


def test_the_target_of_a_gradient_may_be_a_future() -> None:
    square = cell(error, example=True)
    with tf.GradientTape() as tape, batching("groups"):
        loss = square(tf.ones([1, UNITS]), 0.5)
    assert isinstance(loss, Future)
    assert tape.gradient(loss, READOUT) is not None


def test_what_cannot_be_traced_is_said() -> None:
    wrong = cell(lambda x: x if tf.reduce_sum(x) > 0 else -x, example=True)
    with pytest.raises(CellError, match=r"cannot be traced.*branches"), batching("groups"):
        wrong(tf.ones([2, 3])).numpy()


KEY, MIX = variable(4, UNITS, 1), variable(5, UNITS, UNITS)


def attention(left, right, word):
    both = tf.stack([left, right, TABLE[word]])
    share = tf.nn.softmax(tf.matmul(tf.tanh(tf.matmul(both, W)), KEY), axis=0)
    return tf.reduce_sum(share * both, axis=0)


def scaled(left, right, word):
    return tf.tanh(tf.matmul(left[None], MIX)[0] + right * tf.reduce_mean(left) + 0.1 * TABLE[word])


def product(left, right, word):
    return tf.tanh(tf.linalg.matvec(tf.tensordot(left, right, 0), TABLE[word]) + tf.reverse(left, [0]))


MIXING = {"leaf": lambda word: TABLE[word], "attention": attention, "scaled": scaled, "product": product}


def random_roots(functions, seed):
    """Trees whose vertices are functions that mix what is in one example."""
    rng = np.random.default_rng(seed)

    def encode(depth):
        if depth == 0 or rng.random() < 0.2:
            return functions["leaf"](int(rng.integers(9)))
        name = ("attention", "scaled", "product")[int(rng.integers(3))]
        return functions[name](encode(depth - 1), encode(depth - 1), int(rng.integers(9)))

    return [encode(4) for _ in range(6)]


@pytest.mark.sized
@pytest.mark.parametrize("executor", ["groups", pytest.param("loop", marks=pytest.mark.slow)])
def test_vectorized_cells_take_part_in_loops(executor: str) -> None:
    """What mixes the rows of one example has no rows of its own: row numbers differ from group to group."""
    cells = {name: cell(function, name=name, example=True) for name, function in MIXING.items()}
    for seed in range(size(2, 4)):
        found = []
        for functions in (MIXING, cells):
            with tf.GradientTape() as tape:
                with batching(executor):
                    roots = random_roots(functions, seed)
                loss = tf.add_n([tf.reduce_sum(tf.sin(tf.convert_to_tensor(root))) for root in roots])
            gradients = tape.gradient(loss, [W, TABLE, KEY, MIX], unconnected_gradients="zero")
            found.append([loss, *map(tf.convert_to_tensor, gradients)])
        for plain, batched in zip(*found, strict=True):
            np.testing.assert_allclose(plain, batched, rtol=1e-4, atol=1e-5)


def test_scopes_of_few_calls_trace_nothing() -> None:
    scores, made = cell(leaf, example=True), []

    def step(words):
        with tf.GradientTape() as tape:
            with batching():
                found = [scores(word)[0] for word in words]
            made.append(sum(isinstance(each, Future) for each in found))
            loss = tf.reduce_sum(tf.concat(found, 0) ** 2)
        return loss, tf.convert_to_tensor(tape.gradient(loss, TABLE))

    for count in (3, 5, 16, 40, 3):
        words = [2 + n % 7 for n in range(count)]
        with tf.GradientTape() as tape:
            want = tf.reduce_sum(tf.concat([leaf(word)[0] for word in words], 0) ** 2)
        loss, gradient = step(words)
        np.testing.assert_allclose(loss, want, rtol=1e-5)
        np.testing.assert_allclose(gradient, tf.convert_to_tensor(tape.gradient(want, TABLE)), rtol=1e-5)
    assert made == [0, 0, 0, 24, 3]  # sixteen calls show that there is something to batch


def test_numbers_are_rows_as_soon_as_calls_differ_in_them() -> None:
    traced = []

    @cell(example=True)
    def scored(h, weight):
        traced.append(weight)
        return tf.reduce_sum(h) * weight

    for batch in range(2):
        with batching("groups"):
            results = [scored(tf.ones([1, UNITS]), [0.5, 2.0][i % 2 * batch]) for i in range(20)]
        np.testing.assert_allclose(results, [4.0 * [0.5, 2.0][i % 2 * batch] for i in range(20)])
    # As long as they are the same for all calls, a constant; then rows, once for all numbers.
    constants = [weight for weight in traced if isinstance(weight, float)]
    assert set(constants) == {0.5}
    assert any(isinstance(weight, tf.Tensor) for weight in traced)
    before = len(traced)
    with batching("groups"):
        several = [scored(tf.ones([1, UNITS]), 0.1 * i) for i in range(20)]
    np.testing.assert_allclose(several, [0.4 * i for i in range(20)], rtol=1e-6)
    assert len(traced) == before


def test_cells_of_rows_are_called_as_they_are_until_tracing_pays(monkeypatch) -> None:
    monkeypatch.setattr("hybridize_runtime.record.forms.UNTRACED", 3)
    sizes = []

    @tf.function  # would be traced for each number of rows
    def inside(h):
        sizes.append(h.shape[0])
        return tf.tanh(tf.matmul(h, W))

    @cell
    def step(h):
        return inside(h)

    found = []
    for count in range(1, 8):
        with tf.GradientTape() as tape:
            with batching("groups"):
                results = [step(tf.ones([1, UNITS]) * i) for i in range(count)]
            loss = tf.reduce_sum(tf.concat(results, 0))
        found.append((count, tape.gradient(loss, W)))
    after = sizes[-1]
    assert after is None  # the last ones are run by one trace
    assert sizes.count(None) == 2  # of the function alone, and of what groups are run by
    assert len(sizes) < 16  # of these, eight to try whether rows are independent
    for count, gradient in found:
        with tf.GradientTape() as tape:
            rows = tf.concat([tf.ones([1, UNITS]) * i for i in range(count)], 0)
            loss = tf.reduce_sum(tf.tanh(tf.matmul(rows, W)))
        np.testing.assert_allclose(gradient, tape.gradient(loss, W), rtol=1e-5)


@pytest.mark.parametrize("executor", ["eager", "groups", "loop"])
@pytest.mark.parametrize("mixes", [False, True])
def test_cells_with_a_gradient_of_their_own_keep_it(executor: str, mixes: bool) -> None:
    """Vectorized, or as rows, where nothing in the cell depends on several."""

    @tf.custom_gradient
    def clipped(x):
        return 2.0 * x, lambda arrived: tf.clip_by_value(arrived, -0.1, 0.1)

    def step(h, other):
        h = tf.tanh(clipped(tf.matmul(h, W)) + other)
        return tf.reduce_sum(h, 0, keepdims=True) if mixes else h

    start = [tf.random.stateless_normal([1, UNITS], [i, 9]) for i in range(6)]
    found = []
    for function in (step, cell(step, example=True)):
        with tf.GradientTape() as tape:
            with batching(executor):
                states = [function(function(h, h), start[0]) for h in start]
            loss = tf.reduce_sum(tf.concat(states, 0) ** 2)
        found.append([loss, tape.gradient(loss, W)])
    for plain, batched in zip(*found, strict=True):
        np.testing.assert_allclose(plain, batched, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("executor", ["eager", "groups", "loop", "auto"])
@pytest.mark.parametrize("count", [3, 24])
def test_tensors_beside_numbers_keep_their_gradients(executor: str, count: int) -> None:
    """Also in the first recorded call, in which the cell is traced for numbers that vary."""

    def read(h):
        return tf.matmul(h, READOUT)[0, 0]

    def squared(target, predicted):
        return tf.square(predicted - target)

    start = [tf.random.stateless_normal([1, UNITS], [i, 5]) for i in range(count)]
    found = []
    for early, late in ((read, squared), (read, cell(squared, example=True))):
        with tf.GradientTape() as tape:
            with batching(executor):
                losses = [late(0.1 * i, early(h)) for i, h in enumerate(start)]
            loss = tf.add_n([tf.convert_to_tensor(each) for each in losses])
        found.append(tape.gradient(loss, READOUT))
    np.testing.assert_allclose(found[0], found[1], rtol=1e-5, atol=1e-6)
