"""Objects of Keras that every call gets anew: each is a key of its own, and a trace."""

import tensorflow as tf

weight = tf.Variable([1.0, 2.0])


# tf: same, traces 3
def with_loss(loss_of, x):  # expect: HYB127
    return loss_of(tf.zeros([2]), x * weight)


# tf: same, traces 3
def with_metric(metric, x):  # expect: HYB127
    metric.update_state(tf.zeros([2]), x * weight)
    return metric.result()


# tf: same, traces 1
def with_one_loss(loss_of, x):  # expect: convert
    return loss_of(tf.zeros([2]), x * weight)


one = tf.keras.losses.MeanSquaredError()
for _ in range(3):
    metric = tf.keras.metrics.MeanSquaredError()
    print(with_metric(metric, tf.ones([2])))
    print(with_loss(tf.keras.losses.MeanSquaredError(), tf.ones([2])))
    print(with_one_loss(one, tf.ones([2])))
