"""Settings of layers, losses and optimizers that are set anew between calls; a graph keeps those of its trace."""

import keras
import tensorflow as tf

x = tf.constant([[1.0, 2.0], [0.5, 3.0]])
dropout = keras.layers.Dropout(0.5, seed=3)
dense = keras.layers.Dense(2, kernel_initializer="ones")
normalisation = keras.layers.BatchNormalization(momentum=0.5)
frozen = keras.layers.BatchNormalization()
difference = keras.losses.MeanSquaredError()
chain = keras.Sequential([keras.layers.Input((2,)), keras.layers.Dropout(0.5, seed=3)])
kept = keras.layers.LeakyReLU(negative_slope=0.1)
w = tf.Variable([1.0, 2.0])
optimizer = keras.optimizers.SGD(0.1)
optimizer.build([w])
plain = keras.optimizers.SGD(0.1)
plain.build([w])


# tf: differs
def noisy(x):  # expect: HYB104
    return dropout(x, training=True)


# tf: differs
def activated(x):  # expect: HYB104
    return dense(x)


# tf: differs
def normalised(x):  # expect: HYB104
    normalisation(x, training=True)
    return normalisation.moving_mean * 2.0


# tf: differs
def trained_at_first(x):  # expect: HYB104
    return frozen(x, training=True)


# tf: differs
def loss(x):  # expect: HYB104
    return difference(x, x * 2.0)


# tf: differs
def through_a_chain(x):  # expect: HYB104
    return chain(x, training=True)


# tf: differs
def step(g):  # expect: HYB104
    optimizer.apply_gradients([(g, w)])
    return w * 2.0


# tf: same
def as_made(x):  # expect: convert
    return kept(x)


# tf: same
def step_at_another_rate(g):  # expect: convert
    plain.apply_gradients([(g, w)])
    return w * 2.0


dense(x)
normalisation(x)
frozen(x)
RESULTS = []
for turn in range(2):
    RESULTS += [noisy(x), activated(x), normalised(x), trained_at_first(x), loss(x)]
    RESULTS += [through_a_chain(x), step(tf.constant([3.0, 4.0])), as_made(x), step_at_another_rate(tf.ones(2))]
    dropout.rate = 0.0
    dense.activation = tf.nn.tanh
    normalisation.momentum = 0.9
    frozen.trainable = False
    difference.reduction = "sum"
    optimizer.clipnorm = 0.1
    plain.learning_rate = 0.5
    for layer in chain.layers:
        layer.rate = 0.0
