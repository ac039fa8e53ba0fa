"""Trees as dictionaries, operators with their own weights, state in a pair."""

import tensorflow as tf

leaves = tf.Variable(tf.reshape(tf.linspace(-1.0, 1.0, 12), [4, 3]))
plus = tf.Variable(tf.reshape(tf.linspace(-0.5, 0.5, 18), [6, 3]))
times = tf.Variable(tf.reshape(tf.linspace(0.5, -0.5, 18), [6, 3]))
VARIABLES = [leaves, plus, times]


def leaf(value):
    return leaves[value][None], tf.ones([1, 1])


def combine(weights, left, right):
    h = tf.tanh(tf.matmul(tf.concat([left[0], right[0]], 1), weights))
    return h, left[1] + right[1]


def encode(tree):
    if "value" in tree:
        return leaf(tree["value"])
    weights = plus if tree["op"] == "+" else times
    return combine(weights, encode(tree["left"]), encode(tree["right"]))


def total(trees):
    with tf.GradientTape() as tape:
        parts = []
        for tree in trees:
            h, size = encode(tree)
            parts.append(tf.reduce_sum(h, axis=1) / size[:, 0])
        loss = tf.reduce_sum(tf.concat(parts, 0))
    return loss, [tf.convert_to_tensor(g) for g in tape.gradient(loss, VARIABLES)]


def number(value):
    return {"value": value}


def node(op, left, right):
    return {"op": op, "left": left, "right": right}


TREES = [
    node("+", number(0), node("*", number(1), number(2))),
    node("*", node("+", number(3), number(3)), node("*", number(0), number(1))),
    number(2),
]
loss, gradients = total(TREES)
