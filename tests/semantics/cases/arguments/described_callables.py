"""Docstrings that speak of tensors where the parameter is a callable or a number."""

import tensorflow as tf


def attack(model, loss, x, axis):  # fact: model:unknown loss:unknown x:tensor axis:unknown
    """Follows the gradient.

    :param model: a callable that takes an input tensor and returns the logits.
    :param loss: function from a tensor of labels and one of logits to a tensor.
    :param x: input tensor
    :param axis: the axis of the tensor along which to normalise
    """
    with tf.GradientTape() as tape:
        tape.watch(x)
        value = loss(x, model(x))
    return tf.nn.l2_normalize(tape.gradient(value, x), axis)


def clipped(x, norm):  # fact: x:tensor norm:unknown
    """Clips.

    Args:
        x: Tensor to clip.
        norm: Order of the norm of the tensor.
    """
    if norm not in (1, 2):
        raise ValueError("norm is 1 or 2")
    return x / tf.norm(x, ord=norm)
