"""Executes what `knowledge.tensorflow.WITHOUT_GRADIENT` says: a tape that records the operation in a graph fails.

The gradient that is asked for is that of a variable, which the operation has nothing to do with.
"""

from collections.abc import Callable
from typing import Any

import pytest
from hybridize_analyzer.knowledge.tensorflow import WITHOUT_GRADIENT

pytestmark = [pytest.mark.tf, pytest.mark.filterwarnings("ignore")]

_ROW = [0.3, 0.6, 0.2]
_NOT_ON_A_CPU = {"signal.fftnd", "signal.ifftnd", "signal.rfftnd", "signal.irfftnd"}
_NOT_EAGERLY = {"parallel_stack"}


def _calls(tf: Any) -> dict[str, Callable[[Any], Any]]:
    """A call of each operation with a row of three numbers, or with a picture."""
    images, sparse, linear = tf.image, tf.sparse, tf.linalg

    def entries(row: Any) -> Any:
        return tf.SparseTensor([[0], [1], [2]], row, [3])

    def complex_row(row: Any) -> Any:
        return tf.cast(row, tf.complex64)

    def boxes(row: Any) -> Any:
        return tf.stack([row, row, row + 1.0, row + 1.0], 1)

    return {
        "unique": lambda x: tf.unique(x)[0],
        "unique_with_counts": lambda x: tf.unique_with_counts(x)[0],
        "truncatemod": lambda x: tf.truncatemod(x, 0.5),
        "parallel_stack": lambda x: tf.parallel_stack([x, x]),
        "bincount": lambda x: tf.math.bincount([0, 1, 1], weights=x),
        "math.bincount": lambda x: tf.math.bincount([0, 1, 1], weights=x),
        "sparse.bincount": lambda x: sparse.bincount([0, 1, 1], weights=x).values,
        "sparse.reduce_max": lambda x: sparse.reduce_max(entries(x)),
        "sparse.split": lambda x: sparse.split(entries(x), 2, 0)[0].values,
        "sparse.maximum": lambda x: sparse.maximum(entries(x), entries(x)).values,
        "sparse.minimum": lambda x: sparse.minimum(entries(x), entries(x)).values,
        "linalg.lu": lambda x: linear.lu(linear.diag(x))[0],
        "linalg.lu_solve": lambda x: linear.lu_solve(*linear.lu(linear.diag(x)), x[:, None]),
        "linalg.logm": lambda x: tf.math.real(linear.logm(complex_row(linear.diag(x)))),
        "linalg.banded_triangular_solve": lambda x: linear.banded_triangular_solve(
            tf.ones([1, 3]), x[:, None]
        ),
        "nn.isotonic_regression": lambda x: tf.nn.isotonic_regression(x)[0],
        "quantization.quantize": lambda x: tf.quantization.quantize(x, 0.0, 1.0, tf.quint8)[1],
        "random.experimental.stateless_shuffle": lambda x: tf.random.experimental.stateless_shuffle(
            x, [1, 2]
        ),
        "compat.v1.setdiff1d": lambda x: tf.compat.v1.setdiff1d(x, x[:1])[0],
        "compat.v1.image.resize_area": lambda x: tf.compat.v1.image.resize_area(_picture(tf, x), [4, 4]),
        "signal.fftnd": lambda x: tf.math.real(tf.signal.fftnd(complex_row(x), [3], [0])),
        "signal.ifftnd": lambda x: tf.math.real(tf.signal.ifftnd(complex_row(x), [3], [0])),
        "signal.rfftnd": lambda x: tf.math.real(tf.signal.rfftnd(x, [3], [0])),
        "signal.irfftnd": lambda x: tf.signal.irfftnd(complex_row(x), [3], [0]),
        "signal.rfft3d": lambda x: tf.math.real(tf.signal.rfft3d(x[None, None])),
        "signal.irfft3d": lambda x: tf.signal.irfft3d(complex_row(x)[None, None]),
        "image.adjust_hue": lambda x: images.adjust_hue(_picture(tf, x), 0.1),
        "image.adjust_saturation": lambda x: images.adjust_saturation(_picture(tf, x), 0.1),
        "image.adjust_contrast": lambda x: images.adjust_contrast(_picture(tf, x), 0.1),
        "image.random_hue": lambda x: images.random_hue(_picture(tf, x), 0.1),
        "image.random_saturation": lambda x: images.random_saturation(_picture(tf, x), 0.1, 0.2),
        "image.random_contrast": lambda x: images.random_contrast(_picture(tf, x), 0.1, 0.2),
        "image.stateless_random_hue": lambda x: images.stateless_random_hue(_picture(tf, x), 0.1, (1, 2)),
        "image.stateless_random_saturation": lambda x: images.stateless_random_saturation(
            _picture(tf, x), 0.1, 0.2, (1, 2)
        ),
        "image.stateless_random_contrast": lambda x: images.stateless_random_contrast(
            _picture(tf, x), 0.1, 0.2, (1, 2)
        ),
        "image.extract_glimpse": lambda x: images.extract_glimpse(_picture(tf, x), [2, 2], [[0.0, 0.0]]),
        "image.draw_bounding_boxes": lambda x: images.draw_bounding_boxes(
            _picture(tf, x), [[[0.0, 0.0, 1.0, 1.0]]], [[1.0, 0.0, 0.0]]
        ),
        "image.non_max_suppression_with_scores": lambda x: images.non_max_suppression_with_scores(
            boxes(x), x, 2, soft_nms_sigma=0.5
        )[1],
        "image.combined_non_max_suppression": lambda x: images.combined_non_max_suppression(
            tf.reshape(boxes(x), [1, 3, 1, 4]), x[None, :, None], 2, 2
        )[1],
    }


def _picture(tf: Any, row: Any) -> Any:
    return tf.ones([1, 8, 8, 3]) * row


def _slope(tf: Any, function: Callable[[Any], Any], *, graph: bool) -> Any:
    weight = tf.Variable(2.0)

    def weighted(x: Any) -> Any:
        return tf.cast(function(x), tf.float32) * weight

    called = tf.function(weighted) if graph else weighted
    with tf.GradientTape() as tape:
        total = tf.reduce_sum(called(tf.constant(_ROW)))
    return tape.gradient(total, weight)


@pytest.mark.parametrize("name", sorted(WITHOUT_GRADIENT))
def test_a_tape_fails_at_the_operation_in_a_graph_alone(name: str) -> None:
    import tensorflow as tf

    function = _calls(tf)[name]
    if name not in _NOT_ON_A_CPU | _NOT_EAGERLY:
        assert _slope(tf, function, graph=False) is not None
    with pytest.raises((LookupError, TypeError, ValueError)):
        _slope(tf, function, graph=True)
