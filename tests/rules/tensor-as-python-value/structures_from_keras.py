"""What Keras passes is what the body takes apart: tuples and dicts of tensors, not tensors."""

import tensorflow as tf


class Pool(tf.keras.layers.Layer):
    # tf: same
    def call(self, inputs):  # expect: convert
        nodes, edges = inputs
        weights = tf.nn.softmax(nodes)
        return weights @ edges, weights


class Merged(tf.keras.layers.Layer):
    # tf: same
    def call(self, inputs):  # expect: convert
        return tf.exp(inputs["a"]) + tf.sin(inputs["b"]) * 2.0


class Doubled(tf.keras.layers.Layer):
    # tf: same
    def call(self, inputs):  # expect: convert unsafe
        return sum(tf.exp(value) for value in inputs.values())


class Rows(tf.keras.layers.Layer):
    # tf: raises OperatorNotAllowedInGraphError "OperatorNotAllowedInGraphError: Iterating over a symbolic `t"
    def call(self, inputs):  # expect: HYB105
        first, second = inputs
        return tf.exp(first) + second


# tf: same
def pair_loss(pair):  # expect: convert
    images, labels = pair
    return tf.reduce_mean(tf.square(tf.exp(images) - labels))


x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
pool, merged, doubled, rows = Pool(), Merged(), Doubled(), Rows()
for _ in range(3):
    pool.call((x, x))
    merged.call({"a": x, "b": x})
    doubled.call({"a": x, "b": x})
    rows.call(x)
    pair_loss((x, x))
