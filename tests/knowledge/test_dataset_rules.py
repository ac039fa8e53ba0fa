"""What is said of the elements of a dataset, and of their number, is so of every element that it yields."""

import numpy as np
import pytest
from hybridize_analyzer.domain.values import External, Tensor
from hybridize_analyzer.library.tensorflow.datasets import LENGTH
from hybridize_analyzer.shapes.spec import integer
from prediction import disagreement, known_parts, predict

pytestmark = [pytest.mark.tf, pytest.mark.filterwarnings("ignore")]
DATASETS = """from_tensor_slices(a)|from_tensors(a)|range(7)|from_tensor_slices((a, b))|from_tensor_slices([[1, 2], [3, 4]])
from_tensor_slices(np.zeros((4, 2), np.float32))|zip((D.range(3), D.from_tensor_slices(a)))
zip(D.from_tensor_slices(a), D.range(3))
zip((D.range(3), (D.range(2), D.from_tensor_slices(a))))""".replace("\n", "|").split("|")
STEPS = """|.batch(2)|.batch(4)|.batch(2, drop_remainder=True)|.batch(9)|.repeat(2).batch(4)|.repeat().batch(5).take(3)
.take(2)|.shuffle(4).prefetch(1).cache()|.batch(3).unbatch()|.enumerate()|.batch(2).batch(2)|.take(3).batch(3)|.skip(1).batch(2)
.repeat(3).take(4)|.batch(2, True).repeat(2)|.padded_batch(2)|.padded_batch(4)
.padded_batch(4, drop_remainder=True)|.padded_batch(4, None, None, True)""".replace("\n", "|").split("|")


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


WHOLE = """D.from_generator(lambda: [(np.ones([3], np.float32), 1)], (tf.float32, tf.int32), ([3], []))
D.from_generator(lambda: [(np.ones([3], np.float32), 1)], output_types=(tf.float32, tf.int32))
D.from_generator(lambda: [(np.ones([3], np.float32), 1)], output_signature=(tf.TensorSpec([3]), tf.TensorSpec([], tf.int32)))
D.from_generator(lambda: [1.0, 2.0], tf.float32, [])
D.from_generator(lambda: [1.0, 2.0], output_signature=tf.TensorSpec(None, tf.float32))
D.from_generator(lambda: [tf.ragged.constant([[1], [2, 3]])], output_signature=tf.RaggedTensorSpec([2, None], tf.int32))
D.from_generator(lambda: [tf.sparse.from_dense([[0.0, 1.0]])], output_signature=tf.SparseTensorSpec([1, 2], tf.float32))
D.from_tensor_slices(a).concatenate(D.from_tensor_slices(tf.ones([6, 3])))
D.from_tensor_slices(a).map(lambda x: x[:2]).concatenate(D.from_tensor_slices(a))
D.from_tensor_slices(a).window(2).flat_map(lambda w: w.batch(2, drop_remainder=True))
D.from_tensor_slices(a).window(4).flat_map(lambda w: w.batch(4))
D.from_tensor_slices((a, a)).window(2).flat_map(lambda x, y: D.zip((x.batch(2), y.batch(2, True))))
D.from_tensor_slices(a).padded_batch(4, padded_shapes=[5])
D.from_tensor_slices(a).padded_batch(2, [-1], drop_remainder=True)
D.from_tensor_slices((a, tf.range(6))).padded_batch(4, padded_shapes=([None], []))
D.from_tensor_slices((a, tf.range(6))).padded_batch(batch_size=3, padded_shapes=([7], []), drop_remainder=True)
D.range(6).map(lambda i: tf.range(i)).ragged_batch(2)
D.range(6).map(lambda i: tf.range(i)).padded_batch(2)
D.from_tensor_slices(a).batch(2).rebatch(3)
D.from_tensor_slices(tf.ragged.constant([[1.0], [2.0, 3.0]]))
D.from_tensor_slices(tf.ragged.constant([[1.0], [2.0, 3.0]])).batch(2)
D.from_tensor_slices(tf.sparse.from_dense(a))
D.from_tensor_slices(tf.sparse.from_dense(a)).batch(2)
D.from_tensors(tf.ragged.constant([[1.0], [2.0, 3.0]]))
D.from_tensors(tf.sparse.from_dense(a))
D.from_tensor_slices(a).ragged_batch(2)
D.from_tensor_slices(a).group_by_window(lambda x: tf.constant(0, tf.int64), lambda k, w: w.batch(3), window_size=3)
D.from_tensor_slices(a).bucket_by_sequence_length(lambda x: 3, [2], [2, 2])
D.from_tensor_slices(a).rejection_resample(lambda x: 0, [1.0])
D.sample_from_datasets([D.from_tensor_slices(a), D.from_tensor_slices(a)])
D.choose_from_datasets([D.from_tensor_slices(a)], D.range(1))
D.from_tensor_slices(a).interleave(lambda x: D.from_tensor_slices(x))
D.from_tensor_slices(a).scan(0.0, lambda s, x: (s, x))
D.from_tensor_slices(a).filter(lambda x: x[0] > 0.0).take_while(lambda x: x[0] > 0.0)
D.from_tensor_slices(a).unique() if False else D.range(3).unique()
D.random(seed=1).take(2)
D.from_tensor_slices(a).map(lambda x: (x, 1.0))
D.from_tensor_slices(a).map(lambda x: ([x, x], (np.zeros([2], np.int32), 'text')))
D.from_tensor_slices(a).scan(0.0, lambda s, x: (s, 1))
D.from_tensor_slices(a).map(lambda x: [x, 1])
D.from_tensor_slices(a).scan(0.0, lambda s, x: (s, [x, x]))
D.from_tensor_slices(a).cache().shard(2, 0)""".splitlines()


@pytest.mark.parametrize("expression", WHOLE)
def test_whole_pipelines(expression):
    import tensorflow as tf

    a = tf.ones([6, 3])
    names = {"tf": tf, "np": np, "D": tf.data.Dataset, "a": a}
    actual = eval(expression, names)
    known = {"a": Tensor("tensor", "float32", (6, 3)), "D": External("tensorflow.data.Dataset")}
    state, predicted = predict(expression, known)
    (ref,) = predicted
    element = state.heap.read(ref.key, "[]")
    for found in actual:
        assert disagreement(state, element, found) is None
    length = integer(state.heap.read(ref.key, LENGTH))
    assert length is None or length == int(actual.cardinality())
    assert known_parts(state, element)[0] > 0


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
