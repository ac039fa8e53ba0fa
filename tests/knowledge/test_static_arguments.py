"""Executes what `knowledge/static_arguments.py` says: eager TensorFlow takes a NumPy value there, and a graph does not."""

import ast
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.values import Tensor
from hybridize_analyzer.knowledge.static_arguments import INT32, PYTHON_VALUES
from prediction import evaluated
from test_reviewed_tables import values

pytestmark = [pytest.mark.tf, pytest.mark.filterwarnings("ignore")]

_VALUES: dict[str, Any] = {
    "keepdims": np.bool_(True), "approximate": np.bool_(True), "axis": np.int64(0), "axes": [np.int64(0)],
    "num": np.int64(4), "num_or_size_splits": np.int64(2), "ord": np.int64(2), "batch_dims": np.int64(0),
    "ksize": np.int64(2), "strides": np.int64(2), "stride": np.int64(1), "block_size": np.int64(2),
    "depth_radius": np.int64(2), "type": np.int64(2), "depth": np.int64(3), "k": np.int64(1),
    "size": np.array([2, 2]), "crop_size": np.array([2, 2]), "target_height": np.int64(2), "target_width": np.int64(2),
    "offset_height": np.int64(1), "offset_width": np.int64(1), "max_output_size": np.int64(2),
    "num_samples": np.int64(2), "minlength": np.int64(3), "maxlength": np.int64(5),
    "fft_length": np.array([4]), "window_length": np.int64(4),
}  # fmt: skip
_SQUARE = [[1.0, 2.0, 3.0, 4.0]] * 4
_IMAGE = np.ones([1, 4, 4, 3], np.float32)
_ARGUMENTS: dict[str, dict[str, Any]] = {
    "split": {"value": _SQUARE, "num_or_size_splits": 2},
    "stack": {"values": [_SQUARE, _SQUARE]},
    "unstack": {"value": _SQUARE},
    "squeeze": {"input": [_SQUARE]},
    "sort": {"values": _SQUARE},
    "argsort": {"values": _SQUARE},
    "norm": {"tensor": [1.0, 2.0]},
    "one_hot": {"indices": [0, 1], "depth": 3},
    "gather": {"params": _SQUARE, "indices": [0]},
    "nn.softmax": {"logits": _SQUARE},
    "nn.log_softmax": {"logits": _SQUARE},
    "nn.moments": {"x": _SQUARE},
    "nn.gelu": {"features": [1.0, 2.0]},
    "nn.space_to_depth": {"input": _IMAGE},
    "nn.lrn": {"input": _IMAGE},
    "nn.max_pool2d": {"input": _IMAGE, "ksize": 2, "strides": 2, "padding": "SAME"},
    "nn.avg_pool2d": {"input": _IMAGE, "ksize": 2, "strides": 2, "padding": "SAME"},
    "nn.max_pool1d": {"input": _IMAGE[0], "ksize": 2, "strides": 2, "padding": "SAME"},
    "nn.avg_pool1d": {"input": _IMAGE[0], "ksize": 2, "strides": 2, "padding": "SAME"},
    "nn.conv2d": {"input": _IMAGE, "filters": np.ones([1, 1, 3, 1], np.float32), "padding": "SAME"},
    "nn.conv1d": {"input": _IMAGE[0], "filters": np.ones([1, 3, 1], np.float32), "padding": "SAME"},
    "signal.dct": {"input": [1.0, 2.0, 3.0]},
    "signal.rfft": {"input_tensor": [1.0, 2.0, 3.0, 4.0]},
    "signal.hann_window": {},
    "linalg.diag": {"diagonal": [1.0, 2.0]},
    "image.resize": {"images": _IMAGE},
    "image.resize_with_pad": {"image": _IMAGE, "target_height": 2, "target_width": 2},
    "image.crop_and_resize": {"image": _IMAGE, "boxes": [[0.0, 0.0, 1.0, 1.0]], "box_indices": [0]},
    "image.crop_to_bounding_box": {
        "image": _IMAGE, "offset_height": 1, "offset_width": 1, "target_height": 2, "target_width": 2
    },
    "image.rot90": {"image": _IMAGE},
    "image.non_max_suppression": {"boxes": np.ones([2, 4], np.float32), "scores": [1.0, 1.0]},
    "random.categorical": {"logits": _SQUARE},
    "math.bincount": {"arr": [1, 2]},
    "math.reduce_std": {"input_tensor": _SQUARE, "axis": 0},
    "math.reduce_variance": {"input_tensor": _SQUARE, "axis": 0},
    "math.reduce_euclidean_norm": {"input_tensor": _SQUARE, "axis": 0},
    "math.count_nonzero": {"input": _SQUARE, "axis": 0},
    "reduce_any": {"input_tensor": [[True, False]], "axis": 0},
    "reduce_all": {"input_tensor": [[True, False]], "axis": 0},
}  # fmt: skip
_REDUCED = {"input_tensor": _SQUARE, "axis": 0}
_REDUCTIONS = frozenset(
    {"reduce_sum", "reduce_mean", "reduce_max", "reduce_min", "reduce_prod", "reduce_logsumexp"}
)
_BY_CALL = {
    ("axis", "math.bincount"),
    ("axis", "signal.dct"),
    ("keepdims", "nn.moments"),
    ("keepdims", "norm"),
}
CASES = [
    (short, name)
    for table in (PYTHON_VALUES, INT32)
    for short, names in table.items()
    for name in names
    if (name, short) not in {("strides", "nn.conv1d"), ("stride", "nn.conv2d")}
    and name in _VALUES
    and short in {*_ARGUMENTS, *_REDUCTIONS}
    and (name, short) not in _BY_CALL
]
_LINES = Path(__file__).with_name("static_calls.txt").read_text(encoding="utf-8").splitlines()
"""A call of every other parameter of the tables, `K` where a Python value belongs, and that value behind `@`."""


@pytest.mark.parametrize(("short", "name"), CASES, ids=lambda part: part)
def test_a_graph_does_not_take_what_numpy_gives(short: str, name: str) -> None:
    import tensorflow as tf

    operation: Any = tf
    for part in {"nn.lrn": "nn.local_response_normalization"}.get(short, short).split("."):
        operation = getattr(operation, part)
    fixed = {key: _tensor(value) for key, value in _ARGUMENTS.get(short, _REDUCED).items() if key != name}

    def call(value: Any) -> Any:
        return operation(**fixed, **{name: value})

    call(_VALUES[name])
    with pytest.raises(
        (TypeError, ValueError, NotImplementedError, tf.errors.OperatorNotAllowedInGraphError)
    ):
        tf.function(call)(_VALUES[name])


@pytest.mark.parametrize(
    ("short", "name"), [(s, n) for s, n in CASES if n in INT32.get(s, ())], ids=lambda p: p
)
def test_a_graph_takes_an_int32(short: str, name: str) -> None:
    import tensorflow as tf

    operation: Any = tf
    for part in short.split("."):
        operation = getattr(operation, part)
    fixed = {key: _tensor(value) for key, value in _ARGUMENTS[short].items() if key != name}
    value = np.asarray(_VALUES[name]).astype(np.int32)
    tf.function(lambda given: operation(**fixed, **{name: given}))(value[()])


def _tensor(value: Any) -> Any:
    import tensorflow as tf

    return value if isinstance(value, (str, int)) else tf.constant(value)


@pytest.mark.parametrize("line", _LINES)
def test_a_call_needs_a_python_value(line: str) -> None:
    """Eagerly a tensor does, in a graph it does not, and the analysis says so."""
    import tensorflow as tf

    expression, _, written = line.rpartition(" @ ")
    text = written.removesuffix(" int64")
    given = tf.constant(ast.literal_eval(text), tf.int64 if written.endswith("int64") else None)
    others = values()
    call = eval(f"lambda K, {', '.join(others)}: tf.{expression}", {"tf": tf})
    call(given, **others)
    with pytest.raises(
        (TypeError, ValueError, NotImplementedError, tf.errors.OperatorNotAllowedInGraphError)
    ):
        tf.function(call, autograph=False)(given, **others)
    atoms = {name: _atom(value) for name, value in {**others, "K": given}.items()}
    _, frame, _ = evaluated(f"tf.{expression}", atoms)
    kinds = {event.kind for event in frame.events.values()}
    assert kinds & {Kind.PYTHON_VALUE, Kind.DTYPE}


def _atom(value: Any) -> Tensor:
    kind = {"RaggedTensor": "ragged", "SparseTensor": "sparse"}.get(type(value).__name__, "tensor")
    return Tensor(kind, value.dtype.name, tuple(value.shape) if kind == "tensor" else None)
