"""Which arguments of an operation a graph takes as Python values only, or as one dtype only.

Eager TensorFlow takes a NumPy number there, and often a tensor: both have a value.  Inside a graph a NumPy argument is a
tensor, which has none, and keeps the dtype that NumPy gave it.  `tests/knowledge/test_static_arguments.py` executes it.
"""

from __future__ import annotations

_REDUCTIONS = """
    reduce_sum reduce_mean reduce_max reduce_min reduce_prod reduce_any reduce_all reduce_logsumexp math.reduce_std
    math.reduce_variance math.reduce_euclidean_norm math.count_nonzero
"""
PYTHON_VALUES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(_REDUCTIONS.split(), ("keepdims",)),
    **dict.fromkeys(("nn.softmax", "nn.log_softmax", "stack", "sort", "argsort", "squeeze"), ("axis",)),
    **dict.fromkeys(
        ("nn.max_pool2d", "nn.avg_pool2d", "nn.max_pool1d", "nn.avg_pool1d"), ("ksize", "strides")
    ),
    **dict.fromkeys(("nn.conv2d", "nn.conv1d"), ("strides", "stride")),
    "unstack": ("axis", "num"),
    "split": ("num_or_size_splits",),
    "norm": ("ord",),
    "one_hot": ("axis",),
    "gather": ("batch_dims",),
    "nn.moments": ("axes",),
    "nn.gelu": ("approximate",),
    "nn.space_to_depth": ("block_size",),
    "nn.lrn": ("depth_radius",),
    "signal.dct": ("type",),
}
"""By canonical name: a tensor raises `OperatorNotAllowedInGraphError`, `TypeError` or `ValueError`."""

INT32: dict[str, tuple[str, ...]] = {
    "one_hot": ("depth",),
    "split": ("axis",),
    "linalg.diag": ("k",),
    "image.resize": ("size",),
    "image.resize_with_pad": ("target_height", "target_width"),
    "image.crop_and_resize": ("crop_size",),
    "image.crop_to_bounding_box": ("offset_height", "offset_width", "target_height", "target_width"),
    "image.rot90": ("k",),
    "image.non_max_suppression": ("max_output_size",),
    "random.categorical": ("num_samples",),
    "math.bincount": ("minlength", "maxlength"),
    "signal.rfft": ("fft_length",),
    "signal.hann_window": ("window_length",),
}
"""By canonical name: a tensor of another dtype, such as the int64 of a NumPy number, raises `TypeError` or `ValueError`."""
