"""Tagging with a bidirectional GRU: a Keras model subclass that unrolls its cells over time.

The tag of a position is 1 when the token there occurs both earlier and later in the sequence.
"""

import argparse

import keras
import numpy as np
import tensorflow as tf

VOCABULARY = 12
LENGTH = 10


class BidirectionalTagger(keras.Model):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.embedding = keras.layers.Embedding(VOCABULARY, 8)
        self.forward_cell = keras.layers.GRUCell(units)
        self.backward_cell = keras.layers.GRUCell(units)
        self.head = keras.layers.Dense(1)

    def call(self, tokens):
        steps = tf.unstack(self.embedding(tokens), axis=1)
        forward = self.unroll(self.forward_cell, steps)
        backward = self.unroll(self.backward_cell, steps[::-1])[::-1]
        merged = tf.concat([tf.stack(forward, axis=1), tf.stack(backward, axis=1)], axis=-1)
        return tf.squeeze(self.head(merged), axis=-1)

    def unroll(self, cell, steps):
        state = tf.zeros([steps[0].shape[0], self.units])
        outputs = []
        for x in steps:
            state, _ = cell(x, state)
            outputs.append(state)
        return outputs


class Experiment:
    def __init__(self, units=16, batch_size=16):
        self.batch_size = batch_size
        self.rng = np.random.default_rng(8)
        self.model = BidirectionalTagger(units)
        self.model(tf.zeros([batch_size, LENGTH], tf.int32))
        self.optimizer = keras.optimizers.RMSprop(5e-3)
        self.optimizer.build(self.model.trainable_variables)
        self.losses = []

    def sample(self):
        tokens = self.rng.integers(0, VOCABULARY, size=(self.batch_size, LENGTH))
        tags = np.zeros(tokens.shape, dtype="float32")
        for row, line in enumerate(tokens):
            for column in range(1, LENGTH - 1):
                token = line[column]
                tags[row, column] = token in line[:column] and token in line[column + 1 :]
        return tf.constant(tokens, tf.int32), tf.constant(tags)

    def train_step(self, tokens, tags):
        with tf.GradientTape() as tape:
            logits = self.model(tokens)
            loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=tags, logits=logits))
        gradients = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
        return loss

    def run(self, steps):
        for step in range(1, steps + 1):
            loss = self.train_step(*self.sample())
            if step % max(1, steps // 10) == 0:
                self.losses.append(float(loss))
                print(f"step {step} loss {self.losses[-1]:.4f}")

    def score(self):
        tokens, tags = self.sample()
        guess = self.model(tokens).numpy() > 0
        found = float(np.mean(guess == (tags.numpy() > 0.5)))
        print(f"tags right: {found:.1%}")
        return found


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=60)
    args = parser.parse_args(argv)
    keras.utils.set_random_seed(11)
    experiment = Experiment()
    experiment.run(args.steps)
    return {"losses": experiment.losses, "score": experiment.score()}


if __name__ == "__main__":
    print(main())
