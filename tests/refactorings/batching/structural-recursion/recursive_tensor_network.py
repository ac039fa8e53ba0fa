"""In the style of public recursive neural tensor networks: nested tuples of words, a bilinear tensor, all nodes labelled."""

import tensorflow as tf

SIZE, CLASSES = 3, 2
words = {"not": 0, "very": 1, "good": 2, "bad": 3, "film": 4}
L = tf.Variable(tf.reshape(tf.linspace(-0.5, 0.5, 5 * SIZE), [5, SIZE]))
V = tf.Variable(tf.reshape(tf.linspace(-0.1, 0.1, 4 * SIZE * SIZE * SIZE), [SIZE, 2 * SIZE, 2 * SIZE]))
W = tf.Variable(tf.reshape(tf.linspace(0.3, -0.3, 2 * SIZE * SIZE), [2 * SIZE, SIZE]))
Ws = tf.Variable(tf.reshape(tf.linspace(-1.0, 1.0, SIZE * CLASSES), [SIZE, CLASSES]))
PARAMETERS = [L, V, W, Ws]


def compose(left, right):
    ab = tf.concat([left, right], axis=0)
    bilinear = tf.einsum("i,kij,j->k", ab, V, ab)
    return tf.tanh(bilinear + tf.linalg.matvec(W, ab, transpose_a=True))


def walk(tree, outputs):
    if isinstance(tree, str):
        vector = tf.tanh(L[words[tree]])
    else:
        left, right = tree
        vector = compose(walk(left, outputs), walk(right, outputs))
    outputs.append(tf.nn.log_softmax(tf.linalg.matvec(Ws, vector, transpose_a=True)))
    return vector


def cost(trees):
    with tf.GradientTape() as tape:
        outputs = []
        for tree in trees:
            walk(tree, outputs)
        loss = -tf.reduce_mean(tf.stack(outputs)[:, 1])
    return loss, [tf.convert_to_tensor(g) for g in tape.gradient(loss, PARAMETERS)]


TREES = [("very", ("good", "film")), (("not", "bad"), "film"), ("not", ("very", ("good", "film"))), "good"]
loss, gradients = cost(TREES)
