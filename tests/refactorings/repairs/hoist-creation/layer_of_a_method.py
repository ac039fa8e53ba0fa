# unsafe
import tensorflow as tf


class Head:
    def __init__(self, scale):
        self.scale = scale

    def scores(self, x):
        dense = tf.keras.layers.Dense(2, kernel_initializer="ones")
        return tf.nn.softmax(dense(x) * self.scale + tf.reduce_sum(x))


def main(x):
    head = Head(0.5)
    return [head.scores(x), head.scores(x * 2.0)]


results = main(tf.constant([[1.0, -2.0], [0.5, 3.0]]))
