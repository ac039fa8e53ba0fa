"""What is said of ragged and sparse tensors, tensor arrays and windows is what TensorFlow gives."""

import pytest
from hybridize_analyzer.semantics.values import Tensor
from prediction import predict

pytestmark = pytest.mark.tf
KNOWN = """tf.ragged.constant([[1.0], [2.0, 3.0]])|tf.ragged.constant([[1], [2, 3]])|tf.ragged.constant([['a'], []])
tf.ragged.constant([[], [1]])|tf.ragged.constant([[1]], dtype=tf.float64)|tf.SparseTensor([[0, 1]], [2.0], [2, 3])
tf.SparseTensor(indices=[[0, 1]], values=[2], dense_shape=[2, 3])|tf.RaggedTensor.from_row_lengths([1.0, 2.0], [1, 1])
tf.RaggedTensor.from_tensor(tf.ones([2, 3]))|tf.RaggedTensor.from_row_splits(tf.range(3), [0, 1, 3])
tf.ragged.constant([[1.0], [2.0, 3.0]]).to_tensor()|tf.ragged.constant([[1], [2, 3]]).flat_values
tf.TensorArray(tf.float32, 2).size()|tf.SparseTensor([[0, 1]], [2.0], [2, 3]).values
tf.TensorArray(tf.int32, 2).write(0, 1).write(1, 2).stack()|tf.ragged.constant([[1], [2, 3]]).row_splits""".replace(
    "\n", "|"
).split("|")
OPEN = """tf.ragged.constant([])|tf.ragged.constant([[1.0], [2]])|tf.ragged.constant([[1]], tf.int64)
tf.ragged.constant([[1.0], [2.0]]).row_lengths()|tf.ragged.constant([[1.0], [2.0]]).nrows()
tf.ragged.constant([[1.0], [2.0]]).value_rowids()""".replace("\n", "|").split("|")


@pytest.mark.parametrize("expression", [*KNOWN, *OPEN])
def test_dtypes_are_tensorflows(expression):
    import tensorflow as tf

    _, predicted = predict(expression, {})
    (atom,) = predicted
    assert isinstance(atom, Tensor)
    assert atom.dtype == eval(expression, {"tf": tf}).dtype.name or (
        expression in OPEN and atom.dtype is None
    )
