"""Which arguments of an operation need one dtype; `tests/knowledge/test_agreement.py` executes it.

Eager TensorFlow gives a NumPy argument the dtype of the tensors beside it; a graph gets it as a tensor, which has its own.
"""

from __future__ import annotations

from hybridize_analyzer.knowledge.exports import data

_TWO = """
    add subtract multiply divide maximum minimum math.pow pow math.floordiv math.mod math.truediv math.floormod
    truediv math.add math.subtract math.multiply math.divide math.maximum math.minimum math.squared_difference
    math.divide_no_nan math.multiply_no_nan math.xdivy math.xlogy math.xlog1py math.less math.less_equal
    math.greater math.greater_equal math.equal math.not_equal less less_equal greater greater_equal equal not_equal
    bitwise.bitwise_and bitwise.bitwise_or bitwise.bitwise_xor bitwise.left_shift bitwise.right_shift where
"""
AGREEING: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(_TWO.split(), ("x", "y")),
    **dict.fromkeys(("concat", "stack", "parallel_stack"), ("values",)),
    **dict.fromkeys(("matmul", "linalg.matmul", "tensordot", "linalg.tensordot", "linalg.matvec"), ("a", "b")),
    **dict.fromkeys(("atan2", "math.atan2"), ("y", "x")),
    **dict.fromkeys(
        ("tensor_scatter_nd_update", "tensor_scatter_nd_add", "tensor_scatter_nd_sub",
         "tensor_scatter_nd_max", "tensor_scatter_nd_min"), ("tensor", "updates")
    ),
    **dict.fromkeys(("math.igamma", "math.igammac", "math.polygamma"), ("a", "x")),
    "math.zeta": ("x", "q"),
    "math.nextafter": ("x1", "x2"),
    "clip_by_value": ("t", "clip_value_min", "clip_value_max"),
    "einsum": ("inputs",),
    "linalg.einsum": ("inputs",),
    "add_n": ("inputs",),
    "math.add_n": ("inputs",),
    "pad": ("tensor", "constant_values"),
    "searchsorted": ("sorted_sequence", "values"),
    "one_hot": ("on_value", "off_value"),
    "nn.bias_add": ("value", "bias"),
    "linalg.cross": ("a", "b"),
}  # fmt: skip
MIXING = frozenset(
    """cast saturate_cast dtypes.cast dtypes.saturate_cast group identity_n tuple print as_string shape size rank
    shape_n zeros_like ones_like math.bincount math.confusion_matrix nn.softmax_cross_entropy_with_logits
    nn.embedding_lookup_sparse gradients no_op py_function""".split()
)
_MIXING_GROUPS = (
    "nest.", "strings.", "debugging.", "image.", "experimental.", "io.", "data.", "summary.", "audio.", "raw_ops.",
    "assert", "ragged.", "sparse.", "quantization.",
)  # fmt: skip


_FIRST_OF_TWO = """
    subtract multiply maximum minimum math.pow pow math.floordiv math.mod math.floormod math.subtract math.multiply
    math.maximum math.minimum math.squared_difference math.xdivy math.xlogy math.xlog1py math.less math.less_equal
    math.greater math.greater_equal math.equal math.not_equal less less_equal greater greater_equal equal not_equal
    bitwise.bitwise_and bitwise.bitwise_or bitwise.bitwise_xor bitwise.left_shift bitwise.right_shift where
    atan2 math.atan2 tensor_scatter_nd_update tensor_scatter_nd_add tensor_scatter_nd_sub tensor_scatter_nd_max
    tensor_scatter_nd_min math.igamma math.igammac math.polygamma math.zeta math.nextafter pad nn.bias_add linalg.cross
"""
FIRST_DECIDES: dict[str, tuple[str, ...]] = {
    **{name: AGREEING[name] for name in _FIRST_OF_TWO.split()},
    **dict.fromkeys(("linalg.solve", "linalg.triangular_solve"), ("matrix", "rhs")),
    "linalg.cholesky_solve": ("chol", "rhs"),
    "math.betainc": ("a", "b", "x"),
    "linalg.set_diag": ("input", "diagonal"),
    "histogram_fixed_width": ("values", "value_range"),
}
"""Operations that convert these arguments in this order in a graph: a Python number or array before a tensor has the dtype
that it would have alone, and the tensor then has to have it, too.  Eager execution looks at all of them first.
"""


def deciding(name: str, short: str) -> list[tuple[str, ...]]:
    """Parameters of an operation whose first one decides, in a graph, which dtype the others need."""
    if name.startswith("tensorflow.raw_ops."):
        found: list[list[str]] = data("raw_ops")["agreeing"].get(name.rpartition(".")[2], [])
        return [tuple(names) for names in found]
    return [FIRST_DECIDES[short]] if short in FIRST_DECIDES else []


def agreeing(short: str) -> tuple[str, ...]:
    """The parameters of an operation that take tensors of one dtype, as far as they are known by name."""
    return AGREEING.get(short, ())


def mixes(short: str) -> bool:
    """Whether an operation takes floats of several dtypes."""
    return short in MIXING or short.startswith(_MIXING_GROUPS)
