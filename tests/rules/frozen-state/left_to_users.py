"""What only users of a library could change: methods that nothing in the project calls."""

import tensorflow as tf


class Index(tf.Module):
    def __init__(self):
        super().__init__()
        self.candidates = None
        self.scale = 1.0

    def index(self, candidates):
        self.candidates = candidates

    def sharpen(self):
        self.scale = 2.0

    # tf: same
    def scores(self, x):  # expect: convert unsafe
        return tf.linalg.matmul(x, self.candidates, transpose_b=True)

    # tf: same
    def scaled(self, x):  # expect: HYB104
        return tf.linalg.matmul(x, x, transpose_b=True) * self.scale


class Streamed(tf.keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.epoch = None

    def on_epoch_begin(self, epoch, logs=None):
        self.epoch = epoch

    # tf: same
    def weighted(self, x):  # expect: HYB104
        return tf.nn.relu(x) * (1.0 if self.epoch is None else 2.0)


class Counted(tf.Module):
    def __init__(self):
        super().__init__()
        self.factor = None

    def double(self):
        for _ in range(2):
            self.factor = (self.factor or 1.0) * 2.0

    # tf: same
    def times(self, x):  # expect: HYB104
        return tf.nn.relu(x) * (self.factor or 1.0)


x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
index = Index()
index.candidates = x
index.scores(x)
index.scaled(x)
streamed, counted = Streamed(), Counted()
streamed.weighted(x)
counted.times(x)
