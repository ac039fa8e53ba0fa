"""Members of tensors and variables: which are plain data, which compute, which exist only outside a graph."""

from __future__ import annotations

from hybridize_analyzer.domain.values import BOOL, INT, STR, Value, external
from hybridize_analyzer.knowledge.exports import export

SAME = "="
PARTS: dict[str, dict[str, str | None]] = {
    # The dtype of a part: SAME as the whole, or None where the way in which it was made decides.
    # A gradient may be an IndexedSlices; nothing else that counts as a plain tensor has these.
    "tensor": {"values": SAME, "indices": None, "dense_shape": None},
    "slices": {"values": SAME, "indices": None, "dense_shape": None},
    "ragged": {"values": SAME, "flat_values": SAME, "row_splits": None},
    "sparse": {"values": SAME, "indices": "int64", "dense_shape": "int64"},
}
FIELDS = {
    name: position
    for position, names in enumerate(
        (
            "y values q lu out sign output begin audio nmsed_boxes",
            "idx indices r p log_abs_determinant argmax size sample_rate nmsed_scores",
            "count bboxes nmsed_classes",
            "valid_detections",
        )
    )
    for name in names.split()
}
"""Where the results of operations stand that have names: `tf.unique(x).idx` is the second."""
PLAIN: dict[str, Value] = {
    "ndim": INT,
    "trainable": BOOL,
    "ragged_rank": INT,
}
OF_KERAS_VARIABLES = frozenset("value name path trainable constraint regularizer aggregation".split())
"""Attributes of variables of Keras 3 that tensors do not have."""
VARIABLE_PLAIN: dict[str, Value] = {"name": STR, "path": STR}
DTYPE_PLAIN: dict[str, Value] = {
    **dict.fromkeys(
        ["is_floating", "is_integer", "is_bool", "is_complex", "is_unsigned", "is_quantized", "is_numeric"],
        BOOL,
    ),
    "name": STR,
    "size": INT,
    "as_numpy_dtype": external("numpy.number"),
}
GRAPH_DEPENDENT = frozenset({"__class__", "name", "op", "graph", "device", "T", "consumers", "value_index"})
OF_NUMPY_BEHAVIOR = frozenset("astype clip flatten max mean min ravel reshape transpose".split())
"""Methods that tensors get with `enable_numpy_behavior()`, inside a graph and outside."""
IDENTITIES = frozenset({"ref", "experimental_ref"})
"""What stands for the tensor itself: a graph gets another tensor for an argument, and variables as they are."""
ASSIGNMENTS = frozenset(
    """assign assign_add assign_sub scatter_add scatter_sub scatter_update scatter_nd_add scatter_nd_sub
    scatter_nd_update scatter_max scatter_min scatter_mul scatter_div batch_scatter_update""".split()
)
HAS = dict.fromkeys(
    "shape dtype ndim get_shape set_shape __len__ __iter__ __getitem__ __array__".split(), True
) | (dict.fromkeys("row_splits keys items assign size".split(), False))
"""What `hasattr` says of a dense tensor, inside a graph and outside; a gradient may have `values` and `indices`."""
HAS_ALWAYS = frozenset({"shape", "dtype"})
"""Attributes of dense, ragged and sparse tensors, inside a graph and outside."""
OF_ARRAYS = frozenset({"size", "flat", "nbytes", "itemsize", "strides", "real", "imag", "base", "data"})
"""Attributes of NumPy arrays that tensors do not have."""
EAGER_ONLY = frozenset({"numpy", "_numpy", "__array__", "tolist", "item", "cpu", "gpu", "eval"})
VALUES = frozenset({"numpy", "read_value", "value", *ASSIGNMENTS})
"""Methods of variables that get or set what they hold."""
STATIC = frozenset({"get_shape", "set_shape", *IDENTITIES})
LENGTHS = frozenset("row_lengths nrows nvals value_rowids bounding_shape".split())
"""Of ragged tensors: integers, of the dtype of the row splits."""
COMPUTES = frozenset(
    """value read_value gather_nd sparse_read with_values to_tensor to_sparse row_lengths nrows nvals value_rowids
    bounding_shape write read stack unstack gather scatter split concat size close grad identity merge_dims""".split()
)
_CLASSES = (
    "tensorflow.Tensor",
    "tensorflow.Variable",
    "tensorflow.RaggedTensor",
    "tensorflow.SparseTensor",
    "tensorflow.TensorArray",
    "tensorflow.IndexedSlices",
    "keras.KerasTensor",
    "numpy.ndarray",
)
_MORE = frozenset(
    {"handle", "initializer", "type_spec", "spec", "flow", *EAGER_ONLY, *GRAPH_DEPENDENT, *OF_KERAS_VARIABLES}
)


def is_member(name: str) -> bool:
    """Whether tensors of some kind, or the arrays that stand for them, have an attribute; names with an underscore count."""
    return name.startswith("_") or name in _MORE or any(export(f"{cls}.{name}") for cls in _CLASSES)
