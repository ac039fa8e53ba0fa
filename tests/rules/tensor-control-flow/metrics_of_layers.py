"""`add_metric` of Keras 2 inside `call`: the first call makes a metric, and all of them update it, in a loop as elsewhere."""

import tensorflow as tf


class Measured(tf.keras.layers.Layer):
    def call(self, x):
        self._measure(x)
        self.add_metric(tf.reduce_max(x), name="largest", aggregation="mean")
        return x * 2.0

    def _measure(self, x):
        self.add_metric(tf.reduce_mean(x), name="mean")


class MeasuredSometimes(tf.keras.layers.Layer):
    def call(self, x, measured=False):
        if measured:
            self.add_metric(tf.reduce_mean(x), name="mean")
        return x * 2.0


class MeasuredWhereLong(tf.keras.layers.Layer):
    def call(self, x):
        if x.shape[0] > 2:
            self.add_metric(tf.reduce_mean(x), name="mean")
        return x * 2.0


class MeasuredAsSet(tf.keras.layers.Layer):
    def __init__(self, measured):
        super().__init__()
        self.measured = measured

    def call(self, x):
        if self.measured:
            self.add_metric(tf.reduce_mean(x), "mean")
        return x * 2.0


inputs = tf.keras.Input([2], batch_size=1, name="rows")
model = tf.keras.Model(inputs, Measured(name="measured")(inputs))
sometimes = MeasuredSometimes(name="sometimes")
where_long = MeasuredWhereLong()
as_set = MeasuredAsSet(measured=True)


# tf_keras: same
def in_turns(x: tf.Tensor, turns: tf.Tensor):  # expect: convert unsafe
    total = tf.zeros([])
    for _ in tf.range(turns):
        total += tf.reduce_sum(model(x))
    return total


# tf_keras: raises ValueError "Creating variables on a non-first call to a function decorat"
def later(x: tf.Tensor, turns: tf.Tensor, measured):  # expect: HYB109
    for _ in tf.range(turns):
        sometimes(x, measured=measured)
    return x


# tf_keras: raises ValueError "Creating variables on a non-first call to a function decorat"
def of_any_length(x):  # expect: convert unsafe
    return tf.reduce_sum(where_long(x))


# tf_keras: same
def of_one_mode(x: tf.Tensor):  # expect: convert unsafe
    return as_set(x)


def unseen(x: tf.Tensor, turns: tf.Tensor, measured):
    return in_turns(x, turns), later(x, turns, measured), of_one_mode(x)


x = tf.constant([[1.0, 2.0]])
first = in_turns(x, tf.constant(3)), [float(metric.result()) for metric in model.metrics]
second = later(x, tf.constant(2), False), later(x, tf.constant(2), True)
third = of_any_length(tf.ones([2])), of_any_length(tf.ones([3]))
fourth = of_one_mode(x), of_one_mode(x + 1.0)
