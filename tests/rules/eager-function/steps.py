"""What `hybridize fix` turns into graphs by itself, and what it asks about."""

import tensorflow as tf


class Trainer:
    def __init__(self):
        self.weights = tf.Variable(tf.zeros([3, 1]))

    # tf: same
    def step(self, images, labels):  # expect: convert
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(images @ self.weights - labels))
        self.weights.assign_sub(0.1 * tape.gradient(loss, self.weights))
        return loss


# tf: differs
def noisy(x):  # expect: convert unsafe
    return x + tf.random.normal([3])


# tf: same
def never_called(x):  # expect: convert unsafe
    return tf.matmul(x, x)


trainer = Trainer()
for _ in range(3):
    trainer.step(tf.ones([4, 3]), tf.ones([4, 1]))
    noisy(tf.ones([3]))
