"""What TensorFlow and Keras functions do, as far as tracing is concerned.

Names and parameters come from the installed libraries (`exports.py`); which of them compute, which need eager execution,
which have state and what they return is reviewed here by hand, by canonical name, and executed by `tests/knowledge`.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from hybridize_analyzer.knowledge.exports import canonical_export, data, export
from hybridize_analyzer.knowledge.raw_operations import raw_operations

_COMPUTING = (
    "tensorflow.math.", "tensorflow.linalg.", "tensorflow.nn.", "tensorflow.signal.", "tensorflow.image.",
    "tensorflow.strings.", "tensorflow.bitwise.", "tensorflow.sets.", "tensorflow.sparse.", "tensorflow.ragged.",
    "tensorflow.quantization.", "tensorflow.dtypes.", "tensorflow.audio.",
    "tensorflow.random.stateless_", "tensorflow.random.experimental.stateless_",
    "tensorflow.random.experimental.index_shuffle", "tensorflow.random.split", "tensorflow.random.fold_in",
    "tensorflow.io.decode_", "tensorflow.io.encode_", "tensorflow.io.parse_", "tensorflow.io.serialize_",
    "tensorflow.io.is_jpeg", "tensorflow.io.extract_jpeg_shape", "tensorflow.debugging.assert_", "tensorflow.assert_",
    "tensorflow.debugging.check_numerics", "tensorflow.experimental.numpy.",
    "keras.ops.", "keras.activations.", "keras.losses.", "keras.metrics.", "keras.backend.", "keras.tree.",
)  # fmt: skip
_NOT_COMPUTING = {
    "assert_rank", "as_dtype", "case", "check_pinned", "cond", "constant", "control_dependencies", "convert_to_tensor",
    "custom_gradient", "device", "executing_eagerly", "foldl", "foldr", "function", "get_current_name_scope",
    "get_logger", "get_static_value", "grad_pass_through", "import_graph_def", "init_scope", "inside_function",
    "is_symbolic_tensor", "is_tensor", "load_library", "load_op_library", "make_ndarray", "make_tensor_proto",
    "map_fn", "no_gradient", "nondifferentiable_batch_function", "numpy_function", "print", "py_function",
    "recompute_grad", "register_tensor_conversion_function", "scan", "switch_case", "type_spec_from_value",
    "variable_creator_scope", "vectorized_map", "while_loop",
}  # fmt: skip
_ALWAYS_RANDOM = ("keras.random.", "tensorflow.image.random_", "tensorflow.experimental.numpy.random.")
_STATEFUL_RANDOM = ("tensorflow.random.",)
_RANDOM = frozenset(
    {
        "tensorflow.nn.dropout",
        "tensorflow.nn.experimental.general_dropout",
        "tensorflow.nn.sampled_softmax_loss",
        "tensorflow.nn.nce_loss",
        "tensorflow.nn.all_candidate_sampler",
        "tensorflow.nn.fractional_avg_pool",
        "tensorflow.nn.fractional_max_pool",
        "tensorflow.nn.fixed_unigram_candidate_sampler",
        "tensorflow.nn.learned_unigram_candidate_sampler",
        "tensorflow.image.sample_distorted_bounding_box",
    }
)
_RANDOM_OPERATIONS = frozenset(
    """RandomUniform RandomUniformInt RandomStandardNormal TruncatedNormal ParameterizedTruncatedNormal Multinomial
    RandomShuffle RandomGamma RandomPoissonV2""".split()
)
CLOCK = "tensorflow.timestamp"
"""Reads the time, as an operation."""
_FILES = (
    "tensorflow.io.", "tensorflow.summary.", "tensorflow.saved_model.", "tensorflow.train.", "keras.saving.",
    "keras.models.load", "keras.models.save", "keras.utils.get_file", "keras.datasets.", "keras.utils.plot_model",
)  # fmt: skip
_AMBIENT = (
    "tensorflow.config.", "tensorflow.executing_eagerly", "tensorflow.inside_function", "tensorflow.random.set_seed",
    "keras.utils.set_random_seed", "keras.backend.clear_session", "keras.utils.clear_session", "tensorflow.get_logger",
    "tensorflow.debugging.", "tensorflow.profiler.", "tensorflow.test.", "keras.config.", "keras.backend.set_",
    "keras.mixed_precision.set", "tensorflow.compat.v1.", "keras.backend.learning_phase",
)  # fmt: skip
_LOSSES_OF_VERSION_1 = frozenset(
    f"tensorflow.compat.v1.losses.{name}"
    for name in """absolute_difference compute_weighted_loss cosine_distance hinge_loss huber_loss log_loss
    mean_squared_error sigmoid_cross_entropy softmax_cross_entropy sparse_softmax_cross_entropy""".split()
)
"""Of a graph they are put into a collection as well, which only `get_losses` and the like read.

`mean_pairwise_squared_error` gives another number inside a graph (TensorFlow 2.21).
"""
_RUNNING_CELLS = frozenset(
    f"tensorflow.compat.v1.nn.{name}"
    for name in "dynamic_rnn bidirectional_dynamic_rnn static_rnn static_bidirectional_rnn raw_rnn".split()
)
"""What runs the cells that it is given, has no state but theirs."""
VERSION_1 = frozenset(
    f"tensorflow.compat.v1.{name}"
    for name in """arg_max arg_min batch_gather bincount clip_by_average_norm confusion_matrix constant convert_to_tensor
    convert_to_tensor_or_indexed_slices count_nonzero decode_raw depth_to_space div extract_image_patches floor_div
    image.resize_area image.resize_bicubic image.resize_bilinear image.resize_image_with_pad image.resize_images
    image.resize_nearest_neighbor manip.reshape nn.conv2d_backprop_input nn.depthwise_conv2d_native nn.fused_batch_norm
    nn.relu_layer nn.softmax_cross_entropy_with_logits_v2 nn.xw_plus_b io.parse_example io.parse_single_example
    parse_example parse_single_example placeholder_with_default
    reduce_join serialize_sparse setdiff1d space_to_depth sparse_add sparse_reduce_sum sparse_to_dense string_split
    string_to_hash_bucket string_to_number substr to_bfloat16 to_double to_float to_int32 to_int64
    verify_tensor_all_finite""".split()
)
"""Functions of the first version that only compute; what else it exports has to do with sessions, collections or logs."""
_SETTINGS = frozenset(
    f"tensorflow.experimental.numpy.{name}" for name in ("experimental_enable_numpy_behavior", "random.seed")
)
WITHOUT_GRADIENT = frozenset(
    """unique unique_with_counts linalg.lu linalg.lu_solve linalg.logm math.bincount bincount sparse.bincount truncatemod
    image.adjust_hue image.adjust_saturation image.adjust_contrast image.random_hue image.random_saturation
    image.random_contrast image.stateless_random_hue image.stateless_random_saturation image.stateless_random_contrast
    image.extract_glimpse image.draw_bounding_boxes image.non_max_suppression_with_scores
    image.combined_non_max_suppression random.experimental.stateless_shuffle sparse.reduce_max sparse.split sparse.maximum
    sparse.minimum quantization.quantize signal.fftnd signal.ifftnd signal.rfftnd signal.irfftnd signal.rfft3d
    signal.irfft3d compat.v1.setdiff1d compat.v1.image.resize_area parallel_stack nn.isotonic_regression
    linalg.banded_triangular_solve""".split()
)
"""Operations between floats for which TensorFlow 2.21 has no gradient, by their names behind `tf.`; executed."""
_EAGER_ONLY = frozenset(
    {
        "keras.ops.convert_to_numpy",
        "keras.ops.kron",
        "keras.backend.get_value",
        "keras.backend.eval",
        "tensorflow.get_static_value",
        "tensorflow.make_ndarray",
    }
)
_DATA_DEPENDENT = frozenset(
    """boolean_mask unique unique_with_counts dynamic_partition image.non_max_suppression sets.intersection
    image.non_max_suppression_with_scores sets.difference sets.union ragged.boolean_mask sparse.to_dense dynamic_stitch
    image.non_max_suppression_overlaps image.non_max_suppression_padded ragged.range strings.split math.bincount
    math.segment_sum math.segment_mean math.segment_max math.segment_min math.segment_prod
    compat.v1.setdiff1d compat.v1.boolean_mask compat.v1.sparse_to_dense compat.v1.strings.split compat.v1.string_split
    experimental.numpy.nonzero experimental.numpy.compress io.decode_raw io.decode_jpeg io.decode_png io.decode_bmp
    io.decode_gif io.decode_and_crop_jpeg audio.decode_wav nn.ctc_greedy_decoder nn.ctc_beam_search_decoder
    strings.unicode_decode strings.unicode_split strings.bytes_split keras.ops.nonzero keras.ops.bincount
    keras.ops.segment_sum keras.ops.segment_max keras.ops.unique keras.ops.associative_scan nn.collapse_repeated
    strings.ngrams ragged.row_splits_to_segment_ids sparse.map_values sparse.cross sparse.cross_hashed sparse.bincount
    sparse.mask sparse.fill_empty_rows sets.size sparse.reduce_sum sparse.reduce_max""".split()
)
_UNLESS_GIVEN = {
    "where": "x", "compat.v1.where": "x", "experimental.numpy.where": "x", "keras.ops.where": "x1",
    "sequence_mask": "maxlen", "math.confusion_matrix": "num_classes", "sparse.segment_sum": "num_segments",
    "sparse.segment_mean": "num_segments", "sparse.segment_sqrt_n": "num_segments",
}  # fmt: skip
"""Functions whose output's shape depends on values unless a parameter is given."""
_UNCOMPILED = {
    "is not compiled by XLA": """strings. ragged. RaggedTensor. print py_function numpy_function io.decode_
        unique_with_counts math.segment_""",
    "draws other numbers under XLA": "random.stateless_",
}
_KINDS = {
    name: kind
    for kind, names in {
        "tensor": """sparse.to_dense sparse.sparse_dense_matmul sparse.reduce_sum sparse.reduce_max sparse.to_indicator
            sparse.segment_sum sparse.segment_mean sparse.segment_sqrt_n shape size rank strings.unicode_encode
            nn.embedding_lookup_sparse nn.safe_embedding_lookup_sparse edit_distance io.serialize_many_sparse
            io.serialize_sparse sets.size""",
        "sparse": """sparse.from_dense sparse.eye sparse.add sparse.concat sparse.reorder sparse.reshape sparse.retain
            sparse.slice sparse.softmax sparse.transpose sparse.expand_dims sparse.maximum sparse.minimum sparse.mask
            sparse.cross sparse.cross_hashed sparse.map_values sparse.bincount
            sparse.split sets.difference sets.intersection sets.union""",
        "ragged": """ragged.constant ragged.boolean_mask ragged.range ragged.stack ragged.stack_dynamic_partitions
            ragged.cross ragged.cross_hashed ragged.map_flat_values strings.split strings.bytes_split
            strings.unicode_split strings.unicode_decode strings.unicode_split_with_offsets
            strings.unicode_decode_with_offsets""",
    }.items()
    for name in names.split()
}
_FIXED = {
    name: dtype
    for dtype, names in {
        "bool": """sequence_mask math.is_non_decreasing math.is_strictly_increasing nn.in_top_k io.is_jpeg
            debugging.is_numeric_tensor""",
        "int32": "shape_n math.invert_permutation",
        "string": """strings.join strings.format strings.unicode_encode strings.unicode_split strings.split
            strings.bytes_split strings.ngrams io.encode_jpeg io.encode_png io.serialize_tensor strings.unicode_transcode""",
        "uint8": "io.decode_jpeg io.decode_png io.decode_image io.decode_bmp io.decode_gif",
    }.items()
    for name in names.split()
}
_ROUNDING = frozenset(
    """round floor math.round math.floor math.ceil math.rint math.floordiv math.mod math.floormod truncatediv truncatemod
    histogram_fixed_width histogram_fixed_width_bins searchsorted range quantization.quantize
    quantization.quantize_and_dequantize quantization.quantize_and_dequantize_v2 quantization.fake_quant_with_min_max_args
    quantization.fake_quant_with_min_max_vars quantization.fake_quant_with_min_max_vars_per_channel
    raw_ops.Bucketize raw_ops.Floor raw_ops.Ceil
    raw_ops.Round raw_ops.Rint raw_ops.FloorDiv raw_ops.FloorMod keras.ops.round keras.ops.floor keras.ops.ceil
    keras.ops.trunc keras.ops.mod keras.ops.floor_divide keras.ops.digitize keras.ops.searchsorted
    experimental.numpy.round experimental.numpy.around experimental.numpy.floor experimental.numpy.ceil
    experimental.numpy.mod experimental.numpy.floor_divide""".split()
)
_COMPARING = frozenset(
    """equal not_equal math.equal math.not_equal unique unique_with_counts as_string strings.as_string strings.format bitcast
    io.serialize_tensor keras.ops.equal keras.ops.not_equal keras.ops.unique raw_ops.Equal raw_ops.NotEqual
    experimental.numpy.equal experimental.numpy.not_equal""".split()
)
_MULTIPLE: dict[str, int] = {
    "nn.weighted_moments": 2, "nn.max_pool_with_argmax": 2,
    "image.non_max_suppression_with_scores": 2, "nn.normalize_moments": 2,
    "nn.approx_max_k": 2, "nn.approx_min_k": 2, "linalg.normalize": 2,
    "image.non_max_suppression_padded": 2, "image.combined_non_max_suppression": 4, "approx_top_k": 2,
    "audio.decode_wav": 2, "image.stateless_sample_distorted_bounding_box": 3, "image.sample_distorted_bounding_box": 3,
    "nn.all_candidate_sampler": 3, "nn.fixed_unigram_candidate_sampler": 3, "nn.learned_unigram_candidate_sampler": 3,
    "random.log_uniform_candidate_sampler": 3, "random.uniform_candidate_sampler": 3, "nn.collapse_repeated": 2,
    "nn.compute_accidental_hits": 3, "nn.fractional_max_pool": 3, "nn.fractional_avg_pool": 3, "nn.isotonic_regression": 2,
    "quantization.fake_quant_with_min_max_vars_gradient": 3, "quantization.quantize": 3,
    "quantization.fake_quant_with_min_max_vars_per_channel_gradient": 3, "strings.unicode_decode_with_offsets": 2,
    "strings.unicode_split_with_offsets": 2,
}  # fmt: skip
_LISTS = frozenset(
    """gradients shape_n tuple hessians required_space_to_batch_paddings io.decode_csv nn.ctc_unique_labels
    sparse.split""".split()
)
_DICTS = frozenset("io.parse_example io.parse_single_example".split())
_STRUCTURES = frozenset(
    """nn.ctc_beam_search_decoder nn.ctc_greedy_decoder nn.sufficient_statistics sparse.fill_empty_rows sparse.mask
    debugging.assert_same_float_dtype signal.inverse_stft_window_fn io.parse_sequence_example
    io.parse_single_sequence_example io.decode_proto""".split()
)

_WITHOUT_RESULT = frozenset(
    f"{prefix}{name}"
    for prefix in ("", "debugging.", "compat.v1.", "compat.v1.debugging.")
    for name in """assert_equal assert_greater assert_greater_equal assert_less assert_less_equal assert_near
    assert_negative assert_non_negative assert_non_positive assert_none_equal assert_positive assert_rank
    assert_rank_at_least assert_rank_in Assert group no_op""".split()
)


@cache
def category(name: str) -> str:
    """One of compute, random, stateful, file, ambient, eager-only, unknown."""
    name = canonical_export(name)
    if name.startswith("tensorflow.compat.v1."):
        second = f"tensorflow.{name.removeprefix('tensorflow.compat.v1.')}"
        found = "unknown" if export(second) is None else _category(second)
        return found if found != "unknown" else _category(name)
    return _category(name)


@cache
def _stateful_raw() -> frozenset[str]:
    return frozenset(data("raw_ops")["stateful"])


def raw_outputs(name: str) -> list[str] | None:
    """Outputs of `tensorflow.raw_ops.X`: `=dtype`, the input that shares it, `@` an attribute, `?`; `*` for a list."""
    found: list[str] | None = data("raw_ops")["outputs"].get(name.removeprefix("tensorflow.raw_ops."))
    return found


def _category(name: str) -> str:
    if name in _EAGER_ONLY:
        return "eager-only"
    if name in _SETTINGS:
        return "ambient"
    if name == CLOCK:
        return "stateful"
    if name in _LOSSES_OF_VERSION_1 or name in VERSION_1:
        return "compute"
    if name.startswith("tensorflow.raw_ops."):
        operation = name.rpartition(".")[2]
        if operation in _RANDOM_OPERATIONS:
            return "random"
        return "stateful" if operation in _stateful_raw() else "compute"
    if name in _RANDOM or name.startswith(_ALWAYS_RANDOM):
        return "random"
    if name.startswith(_COMPUTING):
        return "compute"
    if name in _RUNNING_CELLS:
        return "unknown"
    if name.startswith(_AMBIENT):
        return "ambient"
    if name.startswith(_STATEFUL_RANDOM):
        return "random"
    if name.startswith(_FILES):
        return "file"
    short = name.removeprefix("tensorflow.")
    known = export(name) if "." not in short else None
    if known is not None and known.kind == "function" and short not in _NOT_COMPUTING:
        return "compute"
    return "unknown"


@cache
def uncompiled(name: str) -> str | None:
    """What XLA makes of an operation that it does not compile as it is; None for all others."""
    names = (short(name), short(canonical_export(name)))
    starts = ((why, tuple(prefixes.split())) for why, prefixes in _UNCOMPILED.items())
    return next((why for why, start in starts if any(n.startswith(start) for n in names)), None)


def short(name: str) -> str:
    """The name below `tensorflow.`."""
    return name.removeprefix("tensorflow.")


def multiple(name: str) -> int | None:
    """How many results a function has that no rule knows."""
    return _MULTIPLE.get(short(name))


def returns_operation(name: str) -> bool:
    """Whether a function has no result: None eagerly, a `tf.Operation` inside a graph."""
    key = short(name)
    return raw_outputs(name) == [] if key.startswith("raw_ops.") else key in _WITHOUT_RESULT


def returns_list(name: str) -> bool:
    return short(name) in _LISTS


def returns_dict(name: str) -> bool:
    return short(name) in _DICTS


def returns_structure(name: str) -> bool:
    """Whether a function returns what no other table describes: structures of several kinds, functions, dtypes."""
    return short(name) in _STRUCTURES


def is_data_dependent(name: str, given: Collection[str]) -> bool:
    """Whether the output's shape depends on values, or may, as no table has it.

    given: names of parameters that the call gives: `tf.where(c)` depends on values, `tf.where(c, x, y)` does not.
    """
    key = short(name)
    if key.startswith("raw_ops."):
        return key.removeprefix("raw_ops.") not in raw_operations()
    sized_by = _UNLESS_GIVEN.get(key)
    return key in _DATA_DEPENDENT if sized_by is None else sized_by not in given


def rounds(name: str) -> bool:
    return short(name) in _ROUNDING


def compares(name: str) -> bool:
    """Whether a function notices the last bit of a float."""
    return short(name) in _COMPARING


def fixed_dtype(name: str) -> str | None:
    """The output dtype of a function that no rule knows, where it does not depend on the inputs."""
    return _FIXED.get(short(name))


def result_kind(name: str) -> str | None:
    """`tensor`, `sparse` or `ragged` where the function decides it and not its arguments."""
    return _KINDS.get(short(name))
