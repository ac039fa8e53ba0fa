"""LSTM over sequences of different lengths, one example at a time: the Python loop runs exactly as long as the data.

Learns whether a string of brackets is balanced.
"""

import argparse

import keras
import numpy as np
import tensorflow as tf


class BracketReader:
    def __init__(self, units=16):
        self.units = units
        self.embedding = tf.Variable(tf.random.normal([2, units], stddev=0.5))
        self.kernel = tf.Variable(tf.random.normal([2 * units, 4 * units], stddev=0.2))
        self.bias = tf.Variable(tf.zeros([4 * units]))
        self.readout = tf.Variable(tf.random.normal([units, 1], stddev=0.2))
        self.variables = [self.embedding, self.kernel, self.bias, self.readout]
        self.optimizer = keras.optimizers.Adam(5e-3)
        self.optimizer.build(self.variables)

    def cell(self, x, h, c):
        gates = tf.matmul(tf.concat([x, h], 1), self.kernel) + self.bias
        i, f, o, g = tf.split(gates, 4, axis=1)
        c = tf.sigmoid(f + 1.0) * c + tf.sigmoid(i) * tf.tanh(g)
        return tf.sigmoid(o) * tf.tanh(c), c

    def read(self, symbols):
        h = c = tf.zeros([1, self.units])
        for symbol in symbols:
            x = self.embedding[symbol][None]
            h, c = self.cell(x, h, c)
        return tf.matmul(h, self.readout)[0, 0]

    def train_on(self, strings, labels):
        with tf.GradientTape() as tape:
            logits = tf.stack([self.read(symbols) for symbols in strings])
            losses = tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits)
            loss = tf.reduce_mean(losses)
        gradients = tape.gradient(loss, self.variables)
        self.optimizer.apply_gradients(zip(gradients, self.variables))
        return loss


def is_balanced(symbols):
    height = 0
    for symbol in symbols:
        height += 1 if symbol == 0 else -1
        if height < 0:
            return False
    return height == 0


def make_string(rng):
    """Half of the strings are balanced by construction, the others are shuffled versions of such."""
    pairs = int(rng.integers(1, 6))
    symbols, open_count = [], 0
    while len(symbols) < 2 * pairs:
        can_open = symbols.count(0) < pairs
        if can_open and (open_count == 0 or rng.random() < 0.5):
            symbols.append(0)
            open_count += 1
        else:
            symbols.append(1)
            open_count -= 1
    if rng.random() < 0.5:
        rng.shuffle(symbols)
    return symbols


def make_batch(rng, batch_size):
    strings = [make_string(rng) for _ in range(batch_size)]
    labels = np.array([is_balanced(symbols) for symbols in strings], dtype="float32")
    return strings, labels


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=30)
    parser.add_argument("--batch-size", type=int, default=4)
    args = parser.parse_args(argv)
    keras.utils.set_random_seed(11)

    rng = np.random.default_rng(5)
    reader = BracketReader()
    losses = []
    for step in range(1, args.steps + 1):
        strings, labels = make_batch(rng, args.batch_size)
        loss = reader.train_on(strings, labels)
        if step % max(1, args.steps // 10) == 0:
            losses.append(float(loss))
            print(f"step {step} loss {losses[-1]:.4f} lengths {[len(s) for s in strings]}")
    scores = [float(reader.read(symbols)) for symbols in ([0, 1], [1, 0], [0, 0, 1, 1], [0, 1, 1])]
    return {"losses": losses, "scores": scores}


if __name__ == "__main__":
    print(main())
