"""The program is a list of indices into a list of layers, and prints what it does."""

import tensorflow as tf


class Unary(tf.Module):
    def __init__(self, scale):
        super().__init__()
        self.w = tf.Variable(tf.reshape(tf.linspace(-scale, scale, 9), [3, 3]))

    def __call__(self, memory, context):
        return tf.tanh(tf.matmul(memory, self.w))


class Attend(tf.Module):
    def __init__(self, scale):
        super().__init__()
        self.key = tf.Variable(tf.reshape(tf.linspace(scale, -scale, 9), [3, 3]))

    def __call__(self, memory, context):
        scores = tf.matmul(tf.matmul(memory, self.key), context, transpose_b=True)
        return memory + tf.matmul(tf.nn.softmax(scores), context)


layers = [Unary(0.5), Unary(0.25), Attend(0.5)]


def run(program, memory, context):
    for index in program:
        memory = layers[index](memory, context)
        print("layer", index)
    return memory


def total(samples):
    with tf.GradientTape() as tape:
        rows = []
        for program, memory in samples:
            state = run(program, memory, tf.ones([2, 3]))
            rows.append(tf.reduce_sum(state, axis=1))
        loss = tf.reduce_mean(tf.concat(rows, 0))
    return loss, tape.gradient(loss, [layers[0].w, layers[1].w, layers[2].key])


loss, gradients = total(
    [([0, 1, 2], tf.ones([1, 3])), ([2], tf.ones([1, 3]) * 0.5), ([1, 0], tf.zeros([1, 3]) + 0.1)]
)
