"""Transformer building blocks on raw variables."""

from __future__ import annotations

import tensorflow as tf


class Linear(tf.Module):
    def __init__(self, inputs: int, outputs: int, name: str | None = None) -> None:
        super().__init__(name=name)
        self.w = tf.Variable(tf.random.normal([inputs, outputs], stddev=inputs**-0.5))
        self.b = tf.Variable(tf.zeros([outputs]))

    def __call__(self, x: tf.Tensor) -> tf.Tensor:
        return tf.tensordot(x, self.w, axes=1) + self.b


class LayerNorm(tf.Module):
    def __init__(self, size: int) -> None:
        super().__init__()
        self.gain = tf.Variable(tf.ones([size]))
        self.shift = tf.Variable(tf.zeros([size]))

    def __call__(self, x: tf.Tensor) -> tf.Tensor:
        mean, variance = tf.nn.moments(x, axes=[-1], keepdims=True)
        return (x - mean) * tf.math.rsqrt(variance + 1e-5) * self.gain + self.shift


class CausalSelfAttention(tf.Module):
    def __init__(self, size: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.query = Linear(size, size)
        self.key = Linear(size, size)
        self.value = Linear(size, size)
        self.out = Linear(size, size)

    def split(self, x: tf.Tensor) -> tf.Tensor:
        batch, length, size = x.shape
        return tf.transpose(tf.reshape(x, [batch, length, self.heads, size // self.heads]), [0, 2, 1, 3])

    def __call__(self, x: tf.Tensor) -> tf.Tensor:
        q, k, v = self.split(self.query(x)), self.split(self.key(x)), self.split(self.value(x))
        scores = tf.matmul(q, k, transpose_b=True) * q.shape[-1] ** -0.5
        visible = tf.linalg.band_part(tf.ones(scores.shape[-2:]), -1, 0)
        weights = tf.nn.softmax(scores - 1e9 * (1.0 - visible))
        mixed = tf.transpose(tf.matmul(weights, v), [0, 2, 1, 3])
        return self.out(tf.reshape(mixed, x.shape))


class Block(tf.Module):
    def __init__(self, size: int, heads: int) -> None:
        super().__init__()
        self.norm1, self.norm2 = LayerNorm(size), LayerNorm(size)
        self.attention = CausalSelfAttention(size, heads)
        self.expand, self.contract = Linear(size, 4 * size), Linear(4 * size, size)

    def __call__(self, x: tf.Tensor) -> tf.Tensor:
        x = x + self.attention(self.norm1(x))
        return x + self.contract(tf.nn.gelu(self.expand(self.norm2(x))))
