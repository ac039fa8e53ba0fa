"""What TensorFlow and Keras functions do, as far as tracing is concerned.

Names come from the installed libraries (`exported.json`, written by `tools/generate_knowledge.py`); which of them
compute, which need eager execution and what they return is reviewed here by hand.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

_COMPUTING = (
    "tensorflow.math.", "tensorflow.linalg.", "tensorflow.nn.", "tensorflow.signal.", "tensorflow.image.",
    "tensorflow.strings.", "tensorflow.bitwise.", "tensorflow.sets.", "tensorflow.sparse.",
    "tensorflow.ragged.",
    "tensorflow.quantization.", "tensorflow.dtypes.", "tensorflow.raw_ops.", "tensorflow.audio.",
    "tensorflow.random.stateless_", "tensorflow.random.experimental.stateless_",
    "tensorflow.random.experimental.index_shuffle",
    "tensorflow.random.split", "tensorflow.random.fold_in", "tensorflow.io.decode_", "tensorflow.io.encode_",
    "tensorflow.io.parse_", "tensorflow.io.serialize_", "tensorflow.debugging.assert_",
    "tensorflow.debugging.Assert",
    "tensorflow.debugging.check_numerics", "tensorflow.debugging.is_numeric_tensor", "tensorflow.timestamp",
    "tensorflow.losses.",
    "tensorflow.metrics.",
    "keras.ops.", "keras.activations.", "keras.losses.", "keras.metrics.", "keras.backend.", "keras.tree.",
    "tensorflow.experimental.numpy.", "tensorflow.compat.v1.math.",
)  # fmt: skip
_NOT_COMPUTING = {
    "assert_rank", "as_dtype", "case", "check_pinned", "cond", "constant", "control_dependencies",
    "convert_to_tensor",
    "custom_gradient", "device", "executing_eagerly", "foldl", "foldr", "function", "get_current_name_scope",
    "get_logger", "get_static_value", "grad_pass_through", "import_graph_def", "init_scope",
    "inside_function",
    "is_symbolic_tensor", "is_tensor", "load_library", "load_op_library", "make_ndarray",
    "make_tensor_proto",
    "map_fn", "no_gradient", "nondifferentiable_batch_function", "numpy_function", "print", "py_function",
    "recompute_grad", "register_tensor_conversion_function", "scan", "switch_case", "type_spec_from_value",
    "variable_creator_scope", "vectorized_map", "while_loop",
}  # fmt: skip
_STATEFUL_RANDOM = (
    "tensorflow.random.",
    "keras.random.",
    "tensorflow.image.random_",
    "tensorflow.image.stateless_random_crop",
)
_DROPOUT = frozenset({"tensorflow.nn.dropout", "tensorflow.nn.experimental.general_dropout"})
_FILES = (
    "tensorflow.io.", "tensorflow.summary.", "tensorflow.saved_model.", "tensorflow.train.", "keras.saving.",
    "keras.models.load", "keras.models.save", "keras.utils.get_file", "keras.datasets.",
    "keras.utils.plot_model",
)  # fmt: skip
_AMBIENT = (
    "tensorflow.config.", "tensorflow.executing_eagerly", "tensorflow.inside_function",
    "tensorflow.random.set_seed",
    "keras.utils.set_random_seed", "keras.backend.clear_session", "keras.utils.clear_session",
    "tensorflow.get_logger",
    "tensorflow.debugging.", "tensorflow.profiler.", "tensorflow.test.", "keras.config.",
    "keras.backend.set_",
    "keras.mixed_precision.set", "tensorflow.compat.v1.",
    "keras.backend.learning_phase",
)  # fmt: skip
_EAGER_ONLY = frozenset(
    {
        "keras.ops.convert_to_numpy",
        "keras.backend.get_value",
        "keras.backend.eval",
        "tensorflow.get_static_value",
        "tensorflow.make_ndarray",
    }
)
_DATA_DEPENDENT = frozenset(
    """boolean_mask unique unique_with_counts where dynamic_partition image.non_max_suppression sets.intersection
    image.non_max_suppression_with_scores sets.difference sets.union math.unique ragged.boolean_mask sparse.to_dense
    image.non_max_suppression_overlaps ragged.range strings.split""".split()
)
_INT32 = frozenset("shape size rank unstack_shape searchsorted math.confusion_matrix".split())
_INT64 = frozenset("argmax argmin math.argmax math.argmin".split())
_BOOL = frozenset(
    """equal not_equal greater greater_equal less less_equal logical_and logical_or logical_not reduce_all reduce_any
    math.is_nan math.is_inf math.is_finite math.equal math.greater math.less math.logical_and math.logical_or
    math.reduce_all math.reduce_any math.in_top_k sequence_mask""".split()
)
_FLOAT_CREATORS = frozenset("zeros ones eye linspace one_hot".split())
_ROUNDING = frozenset(
    "round floor math.round math.floor math.ceil math.rint math.floordiv math.mod math.floormod".split()
)
_MULTIPLE: dict[str, int] = {
    "math.top_k": 2, "nn.top_k": 2, "unique": 2, "unique_with_counts": 3, "nn.moments": 2, "linalg.eigh": 2,
    "linalg.svd": 3,
    "linalg.qr": 2, "eig": 2, "linalg.eig": 2, "clip_by_global_norm": 2, "linalg.lu": 2,
    "nn.weighted_moments": 2, "linalg.slogdet": 2,
    "nn.ctc_beam_search_decoder": 2, "nn.max_pool_with_argmax": 2, "image.non_max_suppression_with_scores":
    2, "math.frexp": 2,
    "linalg.logdet_pair": 2, "math.approx_max_k": 2, "nn.batch_normalization_pair": 2,
}  # fmt: skip
_LISTS = frozenset(
    "unstack split meshgrid dynamic_partition gradients identity_n shape_n tuple hessians".split()
)
_SHAPED_BY_TENSORS = frozenset(
    "reshape zeros ones fill tile range broadcast_to repeat slice one_hot linspace eye".split()
)
_FULL_REDUCTIONS = frozenset(
    f"{prefix}{name}"
    for prefix in ("", "math.")
    for name in """reduce_sum reduce_mean reduce_max reduce_min reduce_prod reduce_all reduce_any
    reduce_logsumexp reduce_std reduce_variance""".split()
)


@cache
def exported() -> dict[str, Any]:
    """The generated data: library versions, functions with their parameters, classes."""
    data: dict[str, Any] = json.loads((Path(__file__).parent / "exported.json").read_text())
    return data


def is_exported(name: str) -> bool:
    """Whether TensorFlow or Keras exports a function, a class or a module of this name."""
    data = exported()
    prefix = name + "."
    return any(
        name in data[kind] or any(known.startswith(prefix) for known in data[kind])
        for kind in ("functions", "classes")
    )


def members(module: str) -> list[str]:
    """Public names directly below a module."""
    data = exported()
    names = [*data["functions"], *data["classes"]]
    prefix = module + "."
    return [n[len(prefix) :] for n in names if n.startswith(prefix) and "." not in n[len(prefix) :]]


def parameters(name: str) -> list[str]:
    """Parameter names of an exported function; empty when they are not known."""
    found: list[str] = exported()["functions"].get(name, [])
    return found


def category(name: str) -> str:
    """One of compute, random, file, ambient, eager-only, unknown."""
    if name in _EAGER_ONLY:
        return "eager-only"
    if name in _DROPOUT:
        return "random"
    if name.startswith(_COMPUTING) and not name.startswith(_STATEFUL_RANDOM[2:]):
        return "compute"
    if name.startswith(_AMBIENT):
        return "ambient"
    if name.startswith(_STATEFUL_RANDOM):
        return "random"
    if name.startswith(_FILES):
        return "file"
    short = name.removeprefix("tensorflow.")
    if "." not in short and name in exported()["functions"] and short not in _NOT_COMPUTING:
        return "compute"
    return "unknown"


def short(name: str) -> str:
    """The name below `tensorflow.`, with the `math` spelling where two exist."""
    return name.removeprefix("tensorflow.")


def multiple(name: str) -> int | None:
    return _MULTIPLE.get(short(name))


def returns_list(name: str) -> bool:
    return short(name) in _LISTS


def is_data_dependent(name: str, argument_count: int) -> bool:
    """Whether the output's shape depends on values (`tf.where` only with one argument)."""
    key = short(name)
    if key == "where":
        return argument_count == 1
    return key in _DATA_DEPENDENT


def shaped_by_tensors(name: str) -> bool:
    return short(name) in _SHAPED_BY_TENSORS


def reduces_fully(name: str) -> bool:
    return short(name) in _FULL_REDUCTIONS


def rounds(name: str) -> bool:
    return short(name) in _ROUNDING


def fixed_dtype(name: str) -> str | None:
    """The output dtype where it does not depend on the inputs."""
    key = short(name)
    if key in _BOOL:
        return "bool"
    if key in _INT32:
        return "int32"
    if key in _INT64:
        return "int64"
    if key in _FLOAT_CREATORS or key.startswith(("random.stateless_uniform", "random.stateless_")):
        return "float32"
    return None
