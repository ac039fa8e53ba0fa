"""What is said of the elements of a dataset, and of their number, is so of every element that it yields."""

import numpy as np
import pytest
from hybridize_analyzer.semantics.library.datasets import LENGTH
from hybridize_analyzer.semantics.shapes.spec import integer
from hybridize_analyzer.semantics.values import Tensor
from prediction import disagreement, known_parts, predict

pytestmark = [pytest.mark.tf, pytest.mark.filterwarnings("ignore")]
DATASETS = """from_tensor_slices(a)|from_tensors(a)|range(7)|from_tensor_slices((a, b))|from_tensor_slices([[1, 2], [3, 4]])
from_tensor_slices(np.zeros((4, 2), np.float32))|zip((D.range(3), D.from_tensor_slices(a)))""".replace(
    "\n", "|"
).split("|")
STEPS = """|.batch(2)|.batch(4)|.batch(2, drop_remainder=True)|.batch(9)|.repeat(2).batch(4)|.repeat().batch(5).take(3)
.take(2)|.shuffle(4).prefetch(1).cache()|.batch(3).unbatch()|.enumerate()|.batch(2).batch(2)|.take(3).batch(3)|.skip(1).batch(2)
.repeat(3).take(4)|.batch(2, True).repeat(2)|.padded_batch(2)""".replace("\n", "|").split("|")


def elements(dataset):
    """What a dataset yields until it fails: batches of unlike elements cannot be made."""
    import tensorflow as tf

    try:
        yield from dataset
    except tf.errors.InvalidArgumentError:
        return


@pytest.mark.parametrize("made", DATASETS)
def test_elements(made):
    import tensorflow as tf

    values = {"a": tf.ones([6, 3]), "b": tf.constant([1, 2, 3, 4, 5, 6], tf.int64)}
    known = {n: Tensor("tensor", v.dtype.name, tuple(v.shape)) for n, v in values.items()}
    facts = total = 0
    for step in STEPS:
        expression = f"D.{made}{step}"
        actual = eval(expression, {"D": tf.data.Dataset, "tf": tf, "np": np}, values)
        state, predicted = predict(expression.replace("D.", "tf.data.Dataset."), known)
        (ref,) = predicted
        element = state.heap.read(ref.key, "[]")
        for found in elements(actual):
            assert disagreement(state, element, found) is None, expression
        counted = known_parts(state, element)
        facts, total = facts + counted[0], total + counted[1]
        length = integer(state.heap.read(ref.key, LENGTH))
        assert length is None or length == int(actual.cardinality()), expression
    assert facts >= 0.7 * total, f"{facts} of {total}"


def test_map_and_structures():
    import tensorflow as tf

    a = tf.ones([6, 3])
    for expression in [
        "tf.data.Dataset.from_tensor_slices(a).map(lambda x: x * 2.0).batch(2)",
        "tf.data.Dataset.from_tensor_slices(a).map(lambda x: (x, tf.reduce_sum(x))).batch(3)",
        "tf.data.Dataset.range(4).map(lambda i: tf.cast(i, tf.float32)).batch(2)",
    ]:
        actual = eval(expression, {"tf": tf}, {"a": a})
        state, predicted = predict(expression, {"a": Tensor("tensor", "float32", (6, 3))})
        (ref,) = predicted
        element = state.heap.read(ref.key, "[]")
        assert disagreement(state, element, next(iter(actual))) is None, expression
