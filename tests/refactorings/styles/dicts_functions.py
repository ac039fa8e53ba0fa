"""Functions over dictionaries, with the loss of every phrase."""

import tensorflow as tf

EMBED = tf.Variable(tf.reshape(tf.linspace(-1.0, 1.0, 15), [5, 3]))
W = tf.Variable(tf.reshape(tf.linspace(-0.5, 0.5, 18), [6, 3]))
OUT = tf.Variable(tf.reshape(tf.linspace(-0.3, 0.9, 6), [3, 2]))


def represent(node, losses):
    if "word" in node:
        h = EMBED[node["word"]][None, :]
    else:
        h = tf.tanh(tf.concat([represent(child, losses) for child in node["children"]], 1) @ W)
    losses.append(tf.nn.sparse_softmax_cross_entropy_with_logits([node["label"]], h @ OUT))
    return h


def step(trees):
    with tf.GradientTape() as tape:
        losses = []
        for tree in trees:
            represent(tree, losses)
        loss = tf.add_n(losses) / len(losses)
    return loss, [tf.convert_to_tensor(g) for g in tape.gradient(loss, [EMBED, W, OUT])]


def word(i, label=0):
    return {"word": i, "label": label}


TREES = [
    {"label": 1, "children": [word(0), word(1, 1)]},
    {"label": 0, "children": [{"label": 1, "children": [word(2), word(3)]}, word(4)]},
]
loss, gradients = step(TREES)
