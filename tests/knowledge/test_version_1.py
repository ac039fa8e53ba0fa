"""Functions of the first version that are said to compute do so: eagerly and in a graph they give the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hybridize_analyzer.knowledge.tensorflow import VERSION_1

tf = pytest.importorskip("tensorflow")
v1 = tf.compat.v1

pytestmark = pytest.mark.tf

IMAGES = tf.constant(np.random.default_rng(0).random((2, 4, 4, 4), dtype=np.float32))
ROWS = tf.constant([[1.0, 2.0], [3.0, 4.0]])
NUMBERS = tf.constant([3, 1, 2])
KERNEL = (2, 2)
EXAMPLE = tf.train.Example().SerializeToString()

SAMPLES: dict[str, Callable[[], Any]] = {
    "arg_max": lambda: v1.arg_max(ROWS, 1),
    "arg_min": lambda: v1.arg_min(ROWS, 1),
    "batch_gather": lambda: v1.batch_gather(ROWS, [[0], [1]]),
    "bincount": lambda: v1.bincount(NUMBERS),
    "clip_by_average_norm": lambda: v1.clip_by_average_norm(ROWS, 0.1),
    "confusion_matrix": lambda: v1.confusion_matrix(NUMBERS, NUMBERS),
    "constant": lambda: v1.constant([1.0, 2.0]),
    "convert_to_tensor": lambda: v1.convert_to_tensor([1.0, 2.0]),
    "convert_to_tensor_or_indexed_slices": lambda: v1.convert_to_tensor_or_indexed_slices(ROWS),
    "count_nonzero": lambda: v1.count_nonzero(ROWS),
    "decode_raw": lambda: v1.decode_raw(["ab"], tf.uint8),
    "depth_to_space": lambda: v1.depth_to_space(IMAGES, 2),
    "div": lambda: (v1.div(ROWS, 3.0), v1.div(NUMBERS, 2)),
    "extract_image_patches": lambda: v1.extract_image_patches(
        IMAGES, [1, 2, 2, 1], [1, 1, 1, 1], [1, 1, 1, 1], "VALID"
    ),
    "floor_div": lambda: v1.floor_div(NUMBERS, 2),
    "image.resize_area": lambda: v1.image.resize_area(IMAGES, (8, 8)),
    "image.resize_bicubic": lambda: v1.image.resize_bicubic(IMAGES, (8, 8)),
    "image.resize_bilinear": lambda: v1.image.resize_bilinear(IMAGES, (8, 8)),
    "image.resize_image_with_pad": lambda: v1.image.resize_image_with_pad(IMAGES, 8, 9),
    "image.resize_images": lambda: v1.image.resize_images(IMAGES, (8, 8)),
    "image.resize_nearest_neighbor": lambda: v1.image.resize_nearest_neighbor(IMAGES, (8, 8)),
    "manip.reshape": lambda: v1.manip.reshape(ROWS, [4]),
    "nn.conv2d_backprop_input": lambda: v1.nn.conv2d_backprop_input(
        [2, 4, 4, 4], tf.ones((1, 1, 4, 4)), IMAGES, [1, 1, 1, 1], "SAME"
    ),
    "nn.depthwise_conv2d_native": lambda: v1.nn.depthwise_conv2d_native(
        IMAGES, tf.ones((*KERNEL, 4, 1)), [1, 1, 1, 1], "VALID"
    ),
    "nn.fused_batch_norm": lambda: v1.nn.fused_batch_norm(IMAGES, tf.ones(4), tf.zeros(4)),
    "nn.relu_layer": lambda: v1.nn.relu_layer(ROWS, ROWS, tf.ones(2)),
    "nn.softmax_cross_entropy_with_logits_v2": lambda: v1.nn.softmax_cross_entropy_with_logits_v2(
        labels=ROWS, logits=ROWS
    ),
    "nn.xw_plus_b": lambda: v1.nn.xw_plus_b(ROWS, ROWS, tf.ones(2)),
    "io.parse_example": lambda: (
        v1.io.parse_example([EXAMPLE], {"a": v1.VarLenFeature(tf.float32)})["a"].values
    ),
    "io.parse_single_example": lambda: (
        v1.io.parse_single_example(EXAMPLE, {"a": v1.VarLenFeature(tf.float32)})["a"].values
    ),
    "parse_example": lambda: v1.parse_example([EXAMPLE], {"a": v1.VarLenFeature(tf.float32)})["a"].values,
    "parse_single_example": lambda: v1.parse_single_example(
        EXAMPLE, {"a": v1.FixedLenFeature([], tf.int64, default_value=1)}
    )["a"],
    "placeholder_with_default": lambda: v1.placeholder_with_default(ROWS, [2, 2]),
    "reduce_join": lambda: v1.reduce_join(["a", "b"], axis=0),
    "serialize_sparse": lambda: v1.serialize_sparse(tf.sparse.from_dense(ROWS)),
    "setdiff1d": lambda: v1.setdiff1d(NUMBERS, NUMBERS[:1]),
    "space_to_depth": lambda: v1.space_to_depth(IMAGES, 2),
    "sparse_add": lambda: v1.sparse_add(tf.sparse.from_dense(ROWS), tf.sparse.from_dense(ROWS)).values,
    "sparse_reduce_sum": lambda: v1.sparse_reduce_sum(tf.sparse.from_dense(ROWS)),
    "sparse_to_dense": lambda: v1.sparse_to_dense([[0]], [2], [1.0]),
    "string_split": lambda: v1.string_split(["a b"]).values,
    "string_to_hash_bucket": lambda: v1.string_to_hash_bucket(["a"], 5),
    "string_to_number": lambda: v1.string_to_number(["1"]),
    "substr": lambda: v1.substr(["abc"], [0], [1]),
    "to_bfloat16": lambda: v1.to_bfloat16(ROWS),
    "to_double": lambda: v1.to_double(ROWS),
    "to_float": lambda: v1.to_float(NUMBERS),
    "to_int32": lambda: v1.to_int32(ROWS),
    "to_int64": lambda: v1.to_int64(ROWS),
    "verify_tensor_all_finite": lambda: v1.verify_tensor_all_finite(ROWS, "not finite"),
}


def test_each_function_has_a_sample() -> None:
    assert {f"tensorflow.compat.v1.{name}" for name in SAMPLES} == VERSION_1


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_a_graph_gives_what_eager_execution_gives(name: str) -> None:
    eager, traced = tf.nest.flatten(SAMPLES[name]()), tf.nest.flatten(tf.function(SAMPLES[name])())
    assert [(t.dtype, t.shape) for t in eager] == [(t.dtype, t.shape) for t in traced]
    for one, other in zip(eager, traced, strict=True):
        np.testing.assert_array_equal(one.numpy(), other.numpy())
