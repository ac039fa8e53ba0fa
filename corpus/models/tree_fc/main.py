"""Tree-FC: one fully connected layer folded over nested Python tuples; learns the mean of the leaves."""

import argparse

import keras
import numpy as np
import tensorflow as tf

UNITS = 16
LEARNING_RATE = 0.05

weight = tf.Variable(tf.zeros([2 * UNITS, UNITS]))
bias = tf.Variable(tf.zeros([UNITS]))
embed = tf.Variable(tf.zeros([1, UNITS]))
readout = tf.Variable(tf.zeros([UNITS, 1]))
variables = [weight, bias, embed, readout]


def initialize(seed):
    rng = np.random.default_rng(seed)
    for variable in variables:
        variable.assign(rng.normal(scale=0.2, size=variable.shape))


def random_tree(rng, leaves):
    """A leaf is a number; an inner node is a pair."""
    if leaves == 1:
        return float(rng.uniform(-1.0, 1.0))
    cut = int(rng.integers(1, leaves))
    return random_tree(rng, cut), random_tree(rng, leaves - cut)


def leaf_values(tree):
    if isinstance(tree, float):
        return [tree]
    return leaf_values(tree[0]) + leaf_values(tree[1])


def merge(left, right):
    return tf.tanh(tf.matmul(tf.concat([left, right], axis=1), weight) + bias)


def fold(tree):
    if isinstance(tree, float):
        return tree * embed
    left, right = tree
    return merge(fold(left), fold(right))


def loss_of(tree):
    target = float(np.mean(leaf_values(tree)))
    predicted = tf.matmul(fold(tree), readout)[0, 0]
    return tf.square(predicted - target)


def train_on(tree):
    with tf.GradientTape() as tape:
        loss = loss_of(tree)
    for variable, gradient in zip(variables, tape.gradient(loss, variables)):
        variable.assign_sub(LEARNING_RATE * gradient)
    return loss


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--leaves", type=int, default=12)
    args = parser.parse_args(argv)
    keras.utils.set_random_seed(11)
    initialize(seed=1)

    rng = np.random.default_rng(2)
    recent, curve = [], []
    for step in range(1, args.steps + 1):
        tree = random_tree(rng, int(rng.integers(2, args.leaves + 1)))
        recent.append(float(train_on(tree)))
        if step % max(1, args.steps // 10) == 0:
            curve.append(float(np.mean(recent)))
            recent.clear()
            print(f"step {step} loss {curve[-1]:.4f}")
    check = loss_of(((0.5, -0.5), (1.0, (0.25, 0.25))))
    return {"losses": curve, "check": float(check)}


if __name__ == "__main__":
    print(main())
