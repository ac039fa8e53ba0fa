"""A shift-reduce parser keeps vectors on a Python stack."""

import tensorflow as tf

W = tf.Variable(tf.reshape(tf.linspace(-0.5, 0.5, 18), [6, 3]))
words = tf.Variable(tf.reshape(tf.linspace(-1.0, 1.0, 12), [4, 3]))


def reduce_pair(left, right):
    return tf.tanh(tf.matmul(tf.concat([left, right], 1), W))


def run(tokens, actions):
    buffer, stack = list(tokens), []
    for action in actions:
        if action == "shift":
            stack.append(tf.gather(words, [buffer.pop(0)]))
        else:
            right = stack.pop()
            left = stack.pop()
            stack.append(reduce_pair(left, right))
    return stack[-1]


def step(examples):
    with tf.GradientTape() as tape:
        roots = [run(tokens, actions) for tokens, actions in examples]
        loss = tf.reduce_sum(tf.concat(roots, 0) ** 2)
    return loss, [tf.convert_to_tensor(g) for g in tape.gradient(loss, [W, words])]


EXAMPLES = [
    ([0, 1, 2], ["shift", "shift", "reduce", "shift", "reduce"]),
    ([3, 1], ["shift", "shift", "reduce"]),
]
loss, gradients = step(EXAMPLES)
