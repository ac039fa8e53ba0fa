"""A script: the training loop stands at module level."""

import tensorflow as tf

tf.random.set_seed(0)
W = tf.Variable(tf.reshape(tf.linspace(-0.5, 0.5, 18), [6, 3]))
words = tf.Variable(tf.reshape(tf.linspace(-1.0, 1.0, 12), [4, 3]))


def encode(tree):
    if isinstance(tree, tuple):
        return tf.tanh(tf.matmul(tf.concat([encode(tree[0]), encode(tree[1])], 1), W))
    return tf.gather(words, [tree])


data = [((0, 1), 1.0), ((2, (3, 0)), 0.0), (((1, 2), 3), 1.0)]
losses = []
for epoch in range(3):
    with tf.GradientTape() as tape:
        loss = 0.0
        for tree, target in data:
            loss += (tf.reduce_sum(encode(tree)) - target) ** 2
    gradients = tape.gradient(loss, [W, words])
    for variable, gradient in zip([W, words], gradients):
        variable.assign_sub(0.05 * tf.convert_to_tensor(gradient))
    losses.append(float(loss))
