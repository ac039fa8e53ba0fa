"""Public functions that nothing calls: what their documentation says of their parameters."""

import tensorflow as tf
from check_shapes import check_shapes, inherit_check_shapes


def google(x, rate, labels):  # fact: x:tensor:float32:[?,?] rate:unknown labels:tensor:int32:[?] verdict=convert safe=false
    """Scales.

    Args:
        x: A float32 `Tensor` of shape `[batch, dim]`.
        rate: How much.
        labels (tf.Tensor): of shape [batch], int32,
            continued on another line.

    Returns:
        A `Tensor`.
    """
    return tf.square(x) + tf.cast(labels, tf.float32)[:, None]


def sphinx(x, mask=None):  # fact: x:tensor:float64:[?,3] mask:tensor verdict=convert safe=false
    """Masks.

    :param x: float64 Tensor of shape (N, 3)
    :param mask: a tensor, or None
    :return: a tensor
    """
    return x if mask is None else tf.boolean_mask(x, mask)


def numpy_style(x, names):  # fact: x:tensor:?:[?,?] names:unknown verdict=convert
    """Sums.

    Parameters
    ----------
    x : tf.Tensor, shape [n, d]
        What to sum.
    names : list of tensor names
    """
    return tf.reduce_sum(x)


def not_tensors(parts, count):  # fact: parts:unknown count:unknown
    """Counts.

    Args:
        parts: A list of `Tensor`s.
        count: The number of tensors.
    """
    return len(parts) + count


@check_shapes(
    "x: [batch..., N, D]",
    "y: [N, D]",
    "return: [batch...]",
)
def specified(x, y):  # fact: x:tensor:?:? y:tensor:?:[?,?] verdict=convert safe=false
    return tf.reduce_sum(x * y)


class Base:
    @inherit_check_shapes
    def forward(self, x):  # fact: x:tensor verdict=convert
        return tf.square(x)


def by_use(x, y):  # fact: x:tensor y:tensor verdict=convert safe=false
    return tf.matmul(x, y)
