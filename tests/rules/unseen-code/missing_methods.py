"""Methods that only some of the objects in question have: a call of one reaches no other object, or raises an error."""

import keras
import tensorflow as tf

metrics = {"loss": keras.metrics.Mean(), "accuracy": keras.metrics.BinaryAccuracy()}


class Calibration:
    def __init__(self):
        self.total = tf.Variable(0.0)

    def add_batch(self, values):
        self.total.assign_add(tf.reduce_sum(values))


metrics["calibration"] = Calibration()
for metric in (metrics["loss"], metrics["accuracy"]):
    metric.reset_state()


# tf: same
def counted(values):  # expect: convert
    metrics["calibration"].add_batch(values)
    return values * 2.0


def scaled_by(flag):
    optimizer = keras.optimizers.SGD(0.1)
    if flag:
        optimizer = keras.mixed_precision.LossScaleOptimizer(optimizer)
    optimizer.build([])
    return optimizer


optimizer = scaled_by(tf.executing_eagerly())


# tf: same
def scaled(values):  # expect: convert
    return optimizer.scale_loss(tf.reduce_sum(values)) / 2.0


value = tf.constant([1.0, 2.0])
for _ in range(2):
    counted(value)
    scaled(value)
