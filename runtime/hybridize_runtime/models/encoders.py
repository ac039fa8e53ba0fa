"""A BERT-style encoder (Devlin et al., NAACL 2019) over sequences of different lengths, which come one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tensorflow as tf

from hybridize_runtime.models.weights import weight

LEAST = -1e9  # the score of a padded step
Part = tuple[Any, Any, Any]  # weights and shifts up, weights down


class EncoderLayer(tf.Module):  # type: ignore[misc]
    """Self-attention and two dense layers, each followed by layer normalisation of the sum with its input."""

    def __init__(self, units: int, heads: int, hidden: int) -> None:
        super().__init__(name="encoder_layer")
        self.units, self.heads = units, heads
        self.w_in, self.b_in = weight("w_in", units, 3 * units), weight("b_in", 3 * units)
        self.w_out, self.b_out = weight("w_out", units, units), weight("b_out", units)
        self.w_up, self.b_up = weight("w_up", units, hidden), weight("b_up", hidden)
        self.w_down, self.b_down = weight("w_down", hidden, units), weight("b_down", units)
        self.scales = [tf.Variable(tf.ones([units]), name=f"scale_{i}") for i in range(2)]
        self.shifts = [weight(f"shift_{i}", units) for i in range(2)]

    def __call__(self, x: Any, lengths: Any, dense: Sequence[Part] | None = None) -> Any:
        """[batch, steps, units], int32 [batch] to [batch, steps, units].  `dense`: of `dense_parts`, else the whole."""
        x = self._normalised(x + self._attention(x, lengths), 0)
        parts = dense or [(self.w_up, self.b_up, self.w_down)]
        down = tf.add_n([_dense(x, *part) for part in parts])
        return self._normalised(x + down + self.b_down, 1)

    def dense_parts(self, count: int) -> list[Part]:
        """The weights of the two dense layers, cut by hidden units; the sum of what the parts yield is that of the whole."""
        cut = (tf.split(self.w_up, count, 1), tf.split(self.b_up, count), tf.split(self.w_down, count))
        return list(zip(*cut, strict=True))

    def _attention(self, x: Any, lengths: Any) -> Any:
        batch, steps, width = x.shape[0], x.shape[1], self.units // self.heads
        split = tf.reshape(tf.matmul(x, self.w_in) + self.b_in, [batch, steps, 3, self.heads, width])
        q, k, v = tf.unstack(tf.transpose(split, [2, 0, 3, 1, 4]))  # [batch, heads, steps, width] each
        scores = tf.matmul(q, k, transpose_b=True) * width**-0.5
        real = tf.range(steps) < lengths[:, None]
        weights = tf.nn.softmax(tf.where(real[:, None, None], scores, LEAST))
        mixed = tf.transpose(tf.matmul(weights, v), [0, 2, 1, 3])
        return tf.matmul(tf.reshape(mixed, [batch, steps, self.units]), self.w_out) + self.b_out

    def _normalised(self, x: Any, i: int) -> Any:
        mean, variance = tf.nn.moments(x, -1, keepdims=True)
        return (x - mean) * tf.math.rsqrt(variance + 1e-12) * self.scales[i] + self.shifts[i]


def _dense(x: Any, w_up: Any, b_up: Any, w_down: Any) -> Any:
    """Two dense layers, without the shift of the second."""
    return tf.matmul(tf.nn.gelu(tf.matmul(x, w_up) + b_up, approximate=True), w_down)


class Encoder(tf.Module):  # type: ignore[misc]
    """Embeddings of tokens and places, and layers of one form."""

    def __init__(self, tokens: int, places: int, units: int, heads: int, hidden: int, layers: int) -> None:
        super().__init__(name="encoder")
        if units % heads:
            raise ValueError(f"{units} units do not divide into {heads} heads; choose a multiple")
        self.units = units
        self.tokens, self.places = weight("tokens", tokens, units), weight("places", places, units)
        self.layers = [EncoderLayer(units, heads, hidden) for _ in range(layers)]

    def embed(self, ids: Any) -> Any:
        """int32 [batch, steps] to [batch, steps, units]."""
        return tf.gather(self.tokens, ids) + self.places[: ids.shape[1]]

    def __call__(self, ids: Any, lengths: Any) -> Any:
        """Packed int32 [steps of all], int32 [sequences] to [steps of all, units]."""
        rows = tf.RaggedTensor.from_row_lengths(ids, lengths).to_tensor()
        x = self.embed(rows)
        for layer in self.layers:
            x = layer(x, tf.convert_to_tensor(lengths, tf.int32))
        return tf.boolean_mask(x, tf.sequence_mask(lengths))
