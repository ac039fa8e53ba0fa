"""Methods of objects of Keras that the program defines anew for one object."""

import keras
import tensorflow as tf

y = tf.zeros((2, 1))
loss = keras.losses.MeanSquaredError()
untouched = keras.losses.MeanSquaredError()
metric = keras.metrics.Mean()
weights = keras.Variable([1.0, 2.0])
optimizer = keras.optimizers.SGD(0.1)
optimizer.build([weights])


# tf: differs
def of_loss(x):  # expect: HYB104
    return tf.exp(loss(y, x))


# tf: differs
def of_metric(x):  # expect: HYB104
    metric.update_state(x)
    return tf.exp(x)


# tf: differs
def of_optimizer(gradient):  # expect: HYB104
    optimizer.apply_gradients([(gradient, weights)])
    return tf.reduce_sum(gradient)


# tf: same
def as_made(x):  # expect: convert
    return tf.exp(untouched(y, x))


RESULTS = []
for turn in range(3):
    RESULTS += [of_loss(tf.ones((2, 1))), of_metric(tf.fill(2, float(turn))), metric.result()]
    RESULTS += [of_optimizer(tf.ones(2)), weights.numpy(), as_made(tf.ones((2, 1)))]
    loss.call = lambda y, x: tf.abs(y - x) * 7.0
    metric.update_state = lambda x: None
    optimizer.update_step = lambda gradient, variable, rate: variable.assign_add(gradient)
