# unsafe
import tensorflow as tf


class Head:
    def __init__(self, scale):
        self.scale = scale

    def scores(self, x):
        dense = tf.keras.layers.Dense(2, kernel_initializer="ones")
        return tf.nn.softmax(dense(x) * self.scale + tf.reduce_sum(x))


head = Head(0.5)
X = tf.constant([[1.0, -2.0], [0.5, 3.0]])
results = [head.scores(X), head.scores(X * 2.0)]
