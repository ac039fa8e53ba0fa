"""`tf.keras.losses.MSE` and its kin are functions, and no classes: they give tensors."""

import tensorflow as tf

losses, metrics = tf.keras.losses, tf.keras.metrics


# tf: same
# tf_keras: same
def squared(x, y):  # expect: convert
    return losses.MSE(y, tf.exp(x))


# tf: same
# tf_keras: same
def absolute(x, y):  # expect: convert
    return tf.reduce_mean(losses.MAE(y_true=y, y_pred=tf.exp(x)))


# tf: same
# tf_keras: same
def divergence(x, y):  # expect: convert
    return losses.KLD(tf.nn.softmax(y), tf.nn.softmax(x))


# tf: same
# tf_keras: same
def relative(x, y):  # expect: convert
    return metrics.MAPE(y, tf.exp(x)) + metrics.MSLE(y, tf.exp(x))


# tf: raises TypeError "To be compatible with tf.function, Python functions must ret"
def loss_of(x):  # expect: HYB112, HYB118
    return losses.MeanSquaredError()


x, y = tf.constant([0.5, 1.0]), tf.constant([1.0, 2.0])
results = [squared(x, y), absolute(x, y), divergence(x, y), relative(x, y), loss_of(x)]
