"""A language model of a few blocks, and one optimization step of it."""

from __future__ import annotations

import keras
import tensorflow as tf

from layers import Block, LayerNorm, Linear


class LanguageModel(tf.Module):
    def __init__(self, vocabulary: int, length: int, size: int, heads: int, depth: int) -> None:
        super().__init__(name="language_model")
        self.tokens = tf.Variable(tf.random.normal([vocabulary, size], stddev=0.1))
        self.positions = tf.Variable(tf.random.normal([length, size], stddev=0.1))
        self.blocks = [Block(size, heads) for _ in range(depth)]
        self.norm = LayerNorm(size)
        self.head = Linear(size, vocabulary)

    def __call__(self, tokens: tf.Tensor) -> tf.Tensor:
        x = tf.gather(self.tokens, tokens) + self.positions
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


class Learner:
    """Owns the model and its optimizer; `rate` is set between steps by whoever runs the schedule."""

    def __init__(self, model: LanguageModel) -> None:
        self.model = model
        self.variables = model.trainable_variables
        self.optimizer = keras.optimizers.Adam(1e-3)
        self.optimizer.build(self.variables)

    def set_rate(self, rate: float) -> None:
        self.optimizer.learning_rate.assign(rate)

    def train_step(self, tokens: tf.Tensor, targets: tf.Tensor) -> tf.Tensor:
        with tf.GradientTape() as tape:
            logits = self.model(tokens)
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(targets, logits))
        gradients = tape.gradient(loss, self.variables)
        self.optimizer.apply_gradients(zip(gradients, self.variables))
        return loss
