"""Variables that a call in the same function has made before they are listed, inside what a strategy runs, too."""

import tensorflow as tf


class Pair(tf.Module):
    def __init__(self):
        super().__init__()
        self.first = tf.keras.layers.Dense(2)
        self.second = tf.keras.layers.Dense(1)

    # tf: same
    def gradients(self, x):  # expect: convert
        with tf.GradientTape() as tape:
            hidden = self.first(x)
            loss = tf.reduce_sum(self.second(hidden))
        made = tape.gradient(loss, self.first.trainable_variables)
        again = self.second(self.first(x))
        return made, again


pair, x = Pair(), tf.ones((2, 3))
results = [pair.gradients(x), pair.gradients(x)]
