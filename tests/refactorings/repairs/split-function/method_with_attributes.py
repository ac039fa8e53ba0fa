import tensorflow as tf


class Moments:
    """Keeps a mean that other methods replace."""

    def __init__(self):
        self.mean = tf.zeros([2])
        self.scale = 0.5
        self.count = 0

    # What comes in moves the mean.
    def add(self, x):
        """One batch."""
        centred = x - self.mean
        step = tf.reduce_mean(centred, axis=0) * self.scale
        moved = self.mean + step
        self.mean = moved
        self.count += 1
        return moved

    def reset(self):
        self.mean = tf.ones([2])


M = Moments()
X = tf.constant([[1.0, 2.0], [3.0, 4.0]])
results = [M.add(X), M.add(X)]
M.reset()
results.append(M.add(X))
