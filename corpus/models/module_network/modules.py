"""The instruction set: each module maps a memory vector and the question to a new memory vector."""

import tensorflow as tf


class Unary(tf.Module):
    def __init__(self, units, name):
        super().__init__(name=name)
        self.w = tf.Variable(tf.eye(units) + tf.random.normal([units, units], stddev=0.1))
        self.b = tf.Variable(tf.zeros([units]))

    def __call__(self, memory, context):
        return tf.nn.tanh(tf.matmul(memory, self.w) + self.b)


class Attend(tf.Module):
    """Mixes the rows of the context by their similarity to the memory."""

    def __init__(self, units, name):
        super().__init__(name=name)
        self.key = tf.Variable(tf.random.normal([units, units], stddev=units**-0.5))

    def __call__(self, memory, context):
        scores = tf.matmul(tf.matmul(memory, self.key), context, transpose_b=True)
        return memory + tf.matmul(tf.nn.softmax(scores), context)


class Gate(tf.Module):
    def __init__(self, units, name):
        super().__init__(name=name)
        self.w = tf.Variable(tf.random.normal([units, units], stddev=0.1))

    def __call__(self, memory, context):
        return memory * tf.sigmoid(tf.matmul(memory, self.w))


def make_modules(units):
    return {
        "double": Unary(units, "double"),
        "negate": Unary(units, "negate"),
        "look": Attend(units, "look"),
        "keep": Gate(units, "keep"),
    }
