"""Batches as arrays: what does not fit the graphs in a pipeline or a function is refused, and never shifts rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import tensorflow as tf
from fuzz.running import without_compilation
from hybridize_runtime import InputError, Network, Rows, dataset, from_children, planned, vertex_function

pytestmark = pytest.mark.tf
LENGTHS = [3, 1, 2, 4]


def network() -> Network:
    """A chain that looks labels of edges up, and shares a table."""
    matrices = tf.Variable(tf.random.stateless_normal([3, 2, 2], [1, 2]))

    @vertex_function(arity=(0, 1))
    def step(v):
        before = tf.linalg.matvec(tf.gather(matrices, v.pull("e")), v.gather().h)
        v.scatter(h=tf.tanh(v.pull("x") + v.sum(before) + v.pull("table")))

    inputs = {"x": 2, "e": Rows((), tf.int32, edges=True), "table": Rows((2,), shared=True)}
    return Network([step], {"h": 2}, inputs, small_tile_sizes=(4,))


GRAPHS = [
    from_children(
        ["step"] * n,
        [[], *([t] for t in range(n - 1))],
        {"x": range(n), "table": [0] * n},
        edge_pulls={"e": range(n - 1)},
    )
    for n in LENGTHS
]


def examples(**changed: Any) -> dict[str, Any]:
    """The rows of each example, and the table."""
    rows = {
        "x": [np.full([n, 2], float(i), "float32") for i, n in enumerate(LENGTHS)],
        "e": [np.arange(n - 1, dtype="int32") % 3 for n in LENGTHS],
        "table": np.ones([2, 2], "float32"),
    }
    return {**rows, **changed}


def joined(rows: dict[str, Any], chosen: list[int]) -> dict[str, Any]:
    return {n: r if n == "table" else np.concatenate([r[i] for i in chosen]) for n, r in rows.items()}


def test_a_pipeline_yields_what_the_network_computes() -> None:
    """Floating point of another width is cast; a batch may be empty."""
    numbers = tf.data.Dataset.from_generator(
        lambda: iter([[2, 0], [], [3]]), output_signature=tf.TensorSpec([None], tf.int64)
    )
    made, rows = network(), examples()
    wide = examples(x=[part.astype("float64") for part in rows["x"]])
    data = list(planned(numbers, made, GRAPHS, wide, np.arange(4)))
    assert [labels.numpy().tolist() for _, labels in data] == [[2, 0], [], [3]]
    for (batch, _), chosen in zip(data, ([2, 0], [], [3]), strict=True):
        h = made.apply(batch["arrays"], batch["inputs"], "loop").state["h"]
        if chosen:
            want = made([GRAPHS[i] for i in chosen], joined(rows, chosen), "eager").state["h"]
            np.testing.assert_allclose(h, want, rtol=1e-5)
        assert h.shape == (len(chosen), 2)


X = examples()["x"]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"x": [X[0], X[0], *X[2:]]}, "example 1 has 3 rows of the input `x`, and its graph 1"),
        ({"x": [X[1], *X[1:]]}, "example 0 has 1 rows of the input `x`, and its graph 3"),
        ({"x": X[:3]}, "`x` has rows of 3 examples, and there are 4 graphs"),
        ({"x": [part.astype(int) for part in X]}, "`x` is int64, declared is float32; cast it"),
        ({"e": [np.zeros(n - 1) for n in LENGTHS]}, "`e` is float64, declared is int32; cast it"),
        ({"z": X}, "no input `z`"),
    ],
)
def test_examples_that_do_not_fit_their_graphs_are_refused(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        planned(tf.data.Dataset.range(4).batch(2), network(), GRAPHS, examples(**changed), np.arange(4))


def test_what_is_missing_in_a_pipeline_is_said() -> None:
    rows, numbers = examples(), tf.data.Dataset.range(4).batch(2)
    del rows["table"]
    with pytest.raises(InputError, match="`table` is missing"):
        planned(numbers, network(), GRAPHS, rows, np.arange(4))
    with pytest.raises(InputError, match="labels of 3 examples, and 4 graphs"):
        planned(numbers, network(), GRAPHS, examples(), np.arange(3))


def test_a_generator_says_what_does_not_fit() -> None:
    def batches() -> Iterator[Any]:
        yield GRAPHS[:1], joined(examples(x=[part.astype(int) for part in X]), [0]), [1]

    data = dataset(network(), batches, tf.TensorSpec([None], tf.int32))
    with pytest.raises(tf.errors.InvalidArgumentError, match="`x` is int64, declared is float32"):
        next(iter(data))


@pytest.mark.parametrize("executor", ["loop", "small-tiles"])
@pytest.mark.parametrize("traced", [False, True])
def test_another_number_of_rows_than_a_plan_has_is_refused(executor: str, traced: bool) -> None:
    """More rows or fewer would shift those of all graphs behind."""
    with without_compilation():
        made, chosen = network(), [0, 2, 3]
        rows = joined(examples(), chosen)
        plan = made.plan([GRAPHS[i] for i in chosen])
        arrays = {name: tf.constant(array) for name, array in made.arrays(plan, executor).items()}

        def states(inputs: Any) -> Any:
            return made.apply(arrays, inputs, executor).state["h"]

        tf.config.run_functions_eagerly(not traced)
        call = (
            tf.function(states, autograph=False, reduce_retracing=True)
            if traced and executor == "loop"
            else states
        )
        want = made([GRAPHS[i] for i in chosen], rows, "eager").state["h"]
        np.testing.assert_allclose(call({n: tf.constant(r) for n, r in rows.items()}), want, rtol=1e-5)
        for name in ("x", "e"):
            for other in (rows[name][:-1], np.concatenate([rows[name], rows[name][:1]])):
                with pytest.raises(
                    tf.errors.InvalidArgumentError, match="the graphs of the batch have these together"
                ):
                    call({n: tf.constant(other if n == name else r) for n, r in rows.items()})
        with pytest.raises(InputError, match="`x` is int64"):
            states({**rows, "x": rows["x"].astype(int)})
        with pytest.raises(InputError, match="no input `z`"):
            states({**rows, "z": rows["x"]})
        assert states({**rows, "x": rows["x"].astype("float64")}).dtype == tf.float32
