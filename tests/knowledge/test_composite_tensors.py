"""What is said of ragged and sparse tensors, tensor arrays, slices and their parts is what TensorFlow gives."""

import pytest
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.values import Tensor
from hybridize_analyzer.knowledge import tensors as members
from prediction import disagreement, evaluated, predict

pytestmark = pytest.mark.tf
RAGGED = {
    "tf.ragged.constant([[1.0], [2.0, 3.0]])": (2, None),
    "tf.ragged.constant([[1], [2, 3]])": (2, None),
    "tf.ragged.constant([['a'], []])": (2, None),
    "tf.ragged.constant([[[1], []], [[2, 3]]])": (2, None, None),
    "tf.ragged.constant([[], [1]])": (2, None),
    "tf.ragged.constant([[1]], dtype=tf.float64)": (1, None),
    "tf.ragged.constant([1.0, 2.0])": (2,),
    "tf.ragged.constant([[[1, 2]], [[3, 4]]], ragged_rank=1)": None,
    "tf.ragged.constant([])": (0,),
    "tf.RaggedTensor.from_row_lengths([1.0, 2.0], [1, 1])": (2, None),
    "tf.RaggedTensor.from_row_lengths(tf.ones([4, 3]), [1, 3])": (2, None, 3),
    "tf.RaggedTensor.from_row_splits(tf.range(3), [0, 1, 3])": (2, None),
    "tf.RaggedTensor.from_row_splits(values=tf.range(3), row_splits=tf.constant([0, 1, 3]))": (2, None),
    "tf.RaggedTensor.from_row_starts(tf.range(3), [0, 1])": (2, None),
    "tf.RaggedTensor.from_row_limits(tf.range(3), [1, 3])": (2, None),
    "tf.RaggedTensor.from_value_rowids(tf.range(3), [0, 0, 2], nrows=4)": (4, None),
    "tf.RaggedTensor.from_value_rowids(tf.range(3), [0, 0, 2])": (None, None),
    "tf.RaggedTensor.from_row_splits(tf.ragged.constant([[1], [2, 3], []]), [0, 1, 3])": (2, None, None),
    "tf.RaggedTensor.from_tensor(tf.ones([2, 3]))": (2, None),
    "tf.RaggedTensor.from_tensor(tf.ones([2, 3, 4]))": (2, None, 4),
    "tf.RaggedTensor.from_tensor(tf.ones([2, 3, 4]), ragged_rank=2)": None,
}
SPARSE = {
    "tf.SparseTensor([[0, 1]], [2.0], [2, 3])": (2, 3),
    "tf.SparseTensor(indices=[[0, 1]], values=[2], dense_shape=[2, 3])": (2, 3),
    "tf.sparse.from_dense(tf.ones([2, 3]))": (2, 3),
    "tf.sparse.expand_dims(tf.sparse.from_dense(tf.ones([2, 3])), 0)": None,
}
SLICES = {
    "tf.IndexedSlices(tf.ones([2, 3]), tf.constant([0, 4]))": (2, 3),
    "tf.IndexedSlices(tf.ones([2], tf.int32), tf.constant([0, 4], tf.int64), tf.constant([9], tf.int64))": (
        2,
    ),
}
ARRAYS = {
    "tf.TensorArray(tf.float32, 2, element_shape=[3]).unstack(tf.ones([2, 3]))": (2, 3),
    "tf.TensorArray(tf.int32, 2).write(0, 1).write(1, 2)": (None,),
    "tf.TensorArray(tf.float32, size=2).write(0, tf.ones([3])).write(1, tf.ones([3]))": (None, 3),
    "tf.TensorArray(tf.float32, 0, dynamic_size=True, element_shape=[3]).write(0, tf.ones([3]))": (None, 3),
    "tf.TensorArray(tf.float32, 2, element_shape=[None, 3]).unstack(tf.ones([2, 4, 3]))": (2, None, 3),
}
PARTS = {
    "ragged": [
        *members.PARTS["ragged"],
        *(f"{n}()" for n in ("to_tensor", "to_sparse", "nrows", "row_lengths")),
        *("value_rowids()", "nvals()", "[0]", "[1:]", "[:, :1]", "[0, 0]", "to_tensor(shape=[4, 5])"),
    ],
    "sparse": list(members.PARTS["sparse"]),
    "slices": list(members.PARTS["slices"]),
    "array": ["size()", "stack()", "read(0)", "concat()", "gather([0, 1])"],
}
WHOLES = {"ragged": RAGGED, "sparse": SPARSE, "slices": SLICES, "array": ARRAYS}
RAGGED_OPERATIONS = """tf.abs(r)|-r|r * 2.0|r + r|2.0 - r|r / [[2.0], [3.0]]|tf.add(r, r)|tf.maximum(r, 0.0)|tf.sqrt(r)
tf.cast(r, tf.int32)|tf.zeros_like(r)|tf.ones_like(r)|tf.reduce_sum(r)|tf.reduce_sum(r, axis=1)|tf.reduce_mean(r, 0)
tf.reduce_max(r, axis=-1)|tf.reduce_any(r > 0.0, 1)|tf.expand_dims(r, 0)|tf.expand_dims(r, -1)|tf.concat([r, r], 0)
tf.concat([r, r], axis=1)|tf.stack([r, r])|tf.clip_by_value(r, 0.0, 1.0)|tf.gather(r, [0, 1])|tf.nn.relu(r)|tf.size(r)
tf.reverse(r, [0])|tf.tile(r, [2, 1])|tf.squeeze(r[:1], 0)|r ** 2.0|r > 1.0|tf.where(r > 1.0, r, r)""".replace(
    "\n", "|"
)
SPARSE_OPERATIONS = """tf.sparse.to_dense(s)|tf.sparse.reorder(s)|tf.sparse.softmax(s)|tf.sparse.transpose(s)
tf.cast(s, tf.int32)|tf.sparse.reduce_sum(s)|tf.sparse.reduce_sum(s, axis=0)|s * 2.0|s / 2.0
tf.abs(s)|tf.sparse.sparse_dense_matmul(s, tf.ones([3, 4]))|tf.sparse.add(s, s)
tf.sparse.reshape(s, [3, 2])|tf.sparse.concat(0, [s, s])|tf.sparse.slice(s, [0, 0], [1, 2])
tf.sparse.to_indicator(tf.cast(s, tf.int32), 5)|tf.sparse.map_values(tf.abs, s)""".replace("\n", "|")


def run(expression):
    import tensorflow as tf

    try:
        return eval(expression, {"tf": tf}, composites())
    except (AttributeError, IndexError, ValueError, TypeError, NotImplementedError, tf.errors.OpError):
        return None


def composites():
    import tensorflow as tf

    return {"r": tf.ragged.constant([[1.0], [2.0, 3.0]]), "s": tf.SparseTensor([[0, 1]], [2.0], [2, 3])}


VALUES = {"r": Tensor("ragged", "float32", (2, None)), "s": Tensor("sparse", "float32", (2, 3))}


def is_composite(kind, actual):
    """Whether the kind is what TensorFlow gave; a member of a graph's tensor counts as a tensor."""
    import tensorflow as tf

    classes = {"ragged": tf.RaggedTensor, "sparse": tf.SparseTensor, "slices": tf.IndexedSlices}
    return isinstance(actual, classes.get(kind, tf.Tensor))


@pytest.mark.parametrize("expression", [*RAGGED, *SPARSE, *SLICES])
def test_wholes(expression):
    state, predicted = predict(expression, {})
    (atom,) = predicted
    actual = run(expression)
    assert atom.shape == {**RAGGED, **SPARSE, **SLICES}[expression]
    assert is_composite(atom.kind, actual)
    assert disagreement(state, predicted, actual.values if expression in SLICES else actual) is None


@pytest.mark.parametrize("kind", sorted(PARTS))
def test_parts(kind):
    known = total = 0
    for whole in WHOLES[kind]:
        for name in PARTS[kind]:
            expression = f"{whole}{name if name.startswith('[') else f'.{name}'}"
            actual = run(expression)
            if actual is None:
                continue
            state, predicted = predict(expression, {})
            assert disagreement(state, predicted, actual) is None, expression
            (atom,) = predicted
            known, total = known + (atom.shape is not None), total + 1
    assert known >= 0.6 * total, f"{known} of {total}"


@pytest.mark.parametrize("expression", [*RAGGED_OPERATIONS.split("|"), *SPARSE_OPERATIONS.split("|")])
def test_operations(expression):
    actual = run(expression)
    assert actual is not None
    state, predicted = predict(expression, VALUES)
    assert disagreement(state, predicted, actual) is None
    (atom,) = predicted
    assert atom.shape is None or is_composite(atom.kind, actual)


READ = {
    "r": "r.shape|r.values.shape|r.row_splits.shape|r.row_lengths().shape|r.to_tensor().shape|(r * 2.0).shape|r[0].shape"
    "|tf.reduce_sum(r, 1).shape|r.nrows().shape|tf.RaggedTensor.from_value_rowids(r.values, r.value_rowids()).shape",
    "s": "s.shape|s.values.shape|s.indices.shape|s.dense_shape.shape|(s * 2.0).shape|tf.sparse.to_dense(s).shape"
    "|tf.sparse.reduce_sum(s, axis=0).shape|tf.SparseTensor(s.indices, s.values, s.dense_shape).shape|(s > 1.0).shape",
}


@pytest.mark.parametrize(
    ("name", "expression"), [(n, e) for n, texts in READ.items() for e in texts.split("|")]
)
def test_shapes_that_a_graph_knows_less_of_are_told_apart(name, expression):
    """Where a graph sees another static shape than eager code, taking its lengths for numbers is an event."""
    import tensorflow as tf

    found = []
    if run(expression) is None:
        return
    tf.function(lambda x: found.append(eval(expression, {"tf": tf}, {name: x})), autograph=False)(
        composites()[name]
    )
    same = run(expression).rank == found[0].rank and (found[0].rank is None or run(expression) == found[0])
    _, frame, _ = evaluated(f"str({expression})", VALUES)
    assert same or any(e.kind is Kind.SHAPE for e in frame.events.values())


@pytest.mark.parametrize("expression", ARRAYS)
def test_the_shape_of_an_array_is_that_of_its_stack(expression):
    _, predicted = predict(expression, {})
    (atom,) = predicted
    assert (atom.kind, atom.shape) == ("array", ARRAYS[expression])
