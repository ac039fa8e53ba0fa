"""What is said of callbacks is so: each is given a function that counts, eagerly and in a graph."""

import re

import pytest
from hybridize_analyzer.knowledge.callbacks import callbacks
from hybridize_analyzer.knowledge.exports import data, export

pytestmark = [pytest.mark.tf, pytest.mark.filterwarnings("ignore")]
_SUM = ".reduce(0.0, lambda a, b: a + tf.reduce_sum(b))"
CALLS = {
    "map_fn": "tf.map_fn(f, x)",
    "vectorized_map": "tf.vectorized_map(f, x)",
    "scan": "tf.scan(lambda a, v: f(a + v), x, initializer=0.0)",
    "foldl": "tf.foldl(lambda a, v: f(a + v), x, initializer=0.0)",
    "foldr": "tf.foldr(lambda a, v: f(a + v), x, initializer=0.0)",
    "while_loop": "tf.while_loop(lambda i: i < 3, lambda i: [f(i + 1)], [tf.constant(0)])",
    "cond": "tf.cond(x[0] > 0.0, lambda: f(x), lambda: f(x * 2.0))",
    "case": "tf.case([(x[0] > 9.0, lambda: f(x)), (x[0] > 0.0, lambda: f(x))], default=lambda: f(x))",
    "switch_case": "tf.switch_case(tf.cast(x[0], tf.int32), [lambda: f(x), lambda: f(x), lambda: f(x)])",
    "nest.map_structure": "tf.nest.map_structure(f, [x, x, x])",
    "custom_gradient": "tf.custom_gradient(lambda v: (f(v), lambda d: d))(x)",
    "recompute_grad": "tf.recompute_grad(f)(x)",
    "grad_pass_through": "tf.grad_pass_through(f)(x)",
    "ragged.map_flat_values": "tf.ragged.map_flat_values(f, tf.RaggedTensor.from_row_lengths(x, [1, 2]))",
    "sparse.map_values": "tf.sparse.map_values(f, tf.sparse.from_dense(x))",
    "py_function": "tf.py_function(f, [x], tf.float32)",
    "numpy_function": "tf.numpy_function(f, [x], tf.float32)",
    "distribute.Strategy.run": "tf.distribute.get_strategy().run(f, args=(x,))",
    "data.Dataset.map": f"d.map(f){_SUM}",
    "data.Dataset.flat_map": f"d.flat_map(lambda v: tf.data.Dataset.from_tensors(f(v))){_SUM}",
    "data.Dataset.interleave": f"d.interleave(lambda v: tf.data.Dataset.from_tensors(f(v))){_SUM}",
    "data.Dataset.filter": f"d.filter(lambda v: f(v) > 0.0){_SUM}",
    "data.Dataset.take_while": f"d.take_while(lambda v: f(v) > 0.0){_SUM}",
    "data.Dataset.reduce": "d.reduce(0.0, lambda a, b: f(a + b))",
    "data.Dataset.scan": f"d.scan(0.0, lambda a, b: (f(a + b), a)){_SUM}",
    "data.Dataset.group_by_window": "d.group_by_window(lambda v: tf.cast(f(v) > 0.0, tf.int64), "
    f"lambda k, w: w.batch(2), window_size=2){_SUM}",
    "data.Dataset.bucket_by_sequence_length": "d.bucket_by_sequence_length("
    f"lambda v: tf.cast(f(v), tf.int32), [2], [1, 1]){_SUM}",
    "data.Dataset.rejection_resample": "d.rejection_resample(lambda v: tf.cast(f(v) > 2.0, tf.int32), [0.5, 0.5])"
    ".map(lambda c, v: v).reduce(0.0, lambda a, b: a + b)",
    "data.Dataset.apply": f"d.apply(f){_SUM}",
    "data.Dataset.from_generator": "tf.data.Dataset.from_generator(lambda: map(f, [1.0, 2.0, 3.0]), "
    f"output_signature=tf.TensorSpec([], tf.float32)){_SUM}",
    "keras.ops.map": "tf.keras.ops.map(f, x)",
    "keras.ops.vectorized_map": "tf.keras.ops.vectorized_map(f, x)",
    "keras.ops.cond": "tf.keras.ops.cond(x[0] > 0.0, lambda: f(x), lambda: f(x * 2.0))",
    "keras.ops.while_loop": "tf.keras.ops.while_loop(lambda i: i < 3, lambda i: [f(i + 1)], [tf.constant(0)])",
}
_OTHERS = re.compile(
    r"""autograph\.|compat\.|data\.experimental\.|experimental\.|feature_column\.|function$|mlir\.|signal\.|test\.|train\.
    |nn\.with_space_to_batch|register_tensor_conversion_function|nondifferentiable_batch_function""",
    re.VERBOSE,
)
"""Decorators, deprecated names, and what takes a function to make a window or to call it later."""


def counted(name, *, graph):
    """Where the function ran: True for inside a graph, False for Python."""
    import tensorflow as tf

    x = tf.constant([1.0, 2.0, 3.0])
    ran = []

    def f(value):
        ran.append(tf.inside_function())
        return value

    def call(x):
        return eval(CALLS[name], {"tf": tf, "x": x, "f": f, "d": tf.data.Dataset.from_tensor_slices(x)})

    (tf.function(call, autograph=False) if graph else call)(x)
    return ran


@pytest.mark.parametrize("name", sorted(callbacks()))
def test_callbacks_run_as_often_as_the_row_says(name):
    row = callbacks()[name]
    ran = counted(name, graph=False)
    if row.eagerly == "each":
        assert len(ran) >= 3
        assert not any(ran)
    elif row.eagerly == "traced":
        assert ran
        assert all(ran)
    elif row.eagerly == "python":
        assert ran
        assert not any(ran)
    else:
        assert ran == [False]


@pytest.mark.parametrize("name", sorted(callbacks()))
def test_callbacks_are_traced_as_the_row_says(name):
    row = callbacks()[name]
    ran = counted(name, graph=True)
    if row.in_graph == "python":
        assert not any(ran)
    elif row.in_graph == "all":
        assert ran == [True] * CALLS[name].count("lambda: f(x")
    elif row.in_graph == "each":
        assert len(ran) >= 2
        assert all(ran)
    else:
        assert ran
        assert all(ran)
        assert len(set(ran)) == 1


@pytest.mark.parametrize("name", sorted(set(callbacks()) - {"distribute.Strategy.run"}))
def test_parameters_are_those_of_the_function(name):
    known = export(name if name.startswith("keras.") else f"tensorflow.{name}")
    assert known is not None
    assert set(callbacks()[name].parameters) <= set(known.parameters)


def test_every_function_that_takes_one_is_known():
    takes = re.compile(r"(\w+_)?(fn|func|fns|function|body|predicate|op|f)")
    found = {
        name
        for name in data("tensorflow")["functions"]
        if (known := export(f"tensorflow.{name}")) is not None
        and any(takes.fullmatch(p) for p in known.parameters)
        and not _OTHERS.match(name)
    }
    methods = {
        f"data.Dataset.{name}"
        for name in data("tensorflow")["classes"]["data.Dataset"][1]
        if (known := export(f"tensorflow.data.Dataset.{name}")) is not None
        and any(takes.fullmatch(p) for p in known.parameters)
    }
    assert found | methods - {"data.Dataset.save", "data.Dataset.load", "data.Dataset.snapshot"} <= set(
        callbacks()
    )
