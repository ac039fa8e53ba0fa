"""`add_metric` of Keras 2 makes a metric when it is first reached: only the first trace can do that."""

import tensorflow as tf


class Always(tf.keras.layers.Layer):
    def call(self, x):
        self.add_metric(tf.reduce_mean(x), name="mean")
        return x * 2.0


class BySetting(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.logs = False

    def call(self, x):
        if self.logs:
            self.add_metric(tf.reduce_mean(x), name="mean")
        return x * 2.0

    def set_logs(self, logs):
        self.logs = logs


class Fixed(tf.keras.layers.Layer):
    def __init__(self, logs):
        super().__init__()
        self.logs = logs

    def call(self, x):
        if self.logs:
            self.add_metric(tf.reduce_mean(x), name="mean")
        return x * 2.0


class ByArgument(tf.keras.layers.Layer):
    def call(self, x, logs=False):
        if not logs:
            return x * 2.0
        self.add_metric(tf.reduce_mean(x), name="mean")
        return x * 2.0


class InBranch(tf.keras.layers.Layer):
    def call(self, x, logs=False):
        if logs:
            self._measure(x)
        return x * 2.0

    def _measure(self, x):
        self.add_metric(tf.reduce_mean(x), name="mean")


class OfItsOwn(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.mean = tf.keras.metrics.Mean(name="mean")

    def call(self, x, logs=False):
        if logs:
            self.add_metric(self.mean(x))
        return x * 2.0


silent, fixed = Fixed(False), Fixed(True)
always, by_setting, by_argument, in_branch, of_its_own = Always(), BySetting(), ByArgument(), InBranch(), OfItsOwn()


# tf: same
# tf_keras: same
def runs_always(x):  # expect: convert
    return tf.reduce_sum(always(x))


# tf: same
# tf_keras: raises ValueError "Creating variables on a non-first call to a function decorat"
def runs_by_setting(x):  # expect: HYB104
    return tf.reduce_sum(by_setting(x))


# tf: same
# tf_keras: same
def runs_fixed(x):  # expect: convert
    return tf.reduce_sum(fixed(x) + silent(x))


# tf: same
# tf_keras: raises ValueError "Creating variables on a non-first call to a function decorat"
def runs_by_argument(x, logs):  # expect: convert unsafe
    return tf.reduce_sum(by_argument(x, logs=logs))


# tf: same
# tf_keras: raises ValueError "Creating variables on a non-first call to a function decorat"
def runs_in_branch(x, logs):  # expect: convert unsafe
    return tf.reduce_sum(in_branch(x, logs=logs))


# tf: same
# tf_keras: same
def runs_its_own(x, logs):  # expect: convert
    return tf.reduce_sum(of_its_own(x, logs=logs))


def main():
    x, y = tf.ones([2, 2]), tf.ones([3, 2])
    for given in (x, y, x):
        runs_always(given)
        runs_fixed(given)
    for logs in (False, True, False):
        by_setting.set_logs(logs)
        runs_by_setting(y if logs else x)
        runs_by_argument(x, logs)
        runs_in_branch(x, logs)
        runs_its_own(x, logs)
    return [float(m.result()) for layer in (always, by_setting, by_argument, in_branch, of_its_own) for m in layer.metrics]


RESULTS = None if hasattr(tf.keras, "ops") else main()
