"""Numbers at the leaves, pairs above them, and a loss per tree."""

import tensorflow as tf

weight = tf.Variable(tf.reshape(tf.linspace(-0.5, 0.5, 18), [6, 3]))
embed = tf.Variable([[0.1, -0.2, 0.3]])
readout = tf.Variable([[0.5], [0.25], [-0.5]])
VARIABLES = [weight, embed, readout]


def fold(tree):
    if isinstance(tree, float):
        return tree * embed
    left, right = tree
    return tf.tanh(tf.matmul(tf.concat([fold(left), fold(right)], axis=1), weight))


def loss_of(tree, target):
    predicted = tf.matmul(fold(tree), readout)[0, 0]
    return tf.square(predicted - target)


def train_on(samples):
    with tf.GradientTape() as tape:
        losses = [loss_of(tree, target) for tree, target in samples]
        loss = tf.add_n(losses) / len(samples)
    return loss, tape.gradient(loss, VARIABLES)


SAMPLES = [
    ((0.5, (1.0, -1.0)), 0.3),
    (((0.25, 0.75), (1.5, (0.1, 0.2))), -0.1),
    (0.7, 0.6),
    ((0.3, 0.9), 0.0),
]
loss, gradients = train_on(SAMPLES)
print(f"{float(loss):.4f}")
