"""Settings of layers of Keras that a functional model runs, changed between two calls of the model."""

import keras
import tensorflow as tf

ones = {"kernel_initializer": "ones"}


def applied(layer, width=3):
    inputs = keras.Input((width,))
    return keras.Model(inputs, layer(inputs))


kept = keras.layers.Dense(2, **ones)
wrapped = keras.layers.Dense(2, **ones)
leaky = keras.layers.LeakyReLU(0.5)
patched = keras.layers.Dense(2, **ones)
of_kept, of_leaky, of_patched = applied(kept), applied(leaky), applied(patched)
outer = applied(applied(wrapped))
named = applied(keras.layers.Dense(2, name="dense", **ones))
copied = keras.models.clone_model(applied(keras.layers.ELU()))


# tf: differs
def one(x):  # expect: HYB104
    return tf.exp(of_kept(x))


# tf: differs
def nested(x):  # expect: HYB104
    return tf.exp(outer(x))


# tf: differs
def by_name(x):  # expect: HYB104
    return tf.exp(named(x))


# tf: differs
def of_slope(x):  # expect: HYB104
    return tf.exp(of_leaky(-x))


# tf: differs
def of_patch(x):  # expect: HYB104
    return tf.exp(of_patched(x))


# tf: differs
def of_copy(x):  # expect: HYB104
    return tf.exp(copied(-x))


halved = keras.layers.Activation("tanh", dtype="float16")


# tf: differs
def of_autocast(x):  # expect: HYB104
    return tf.exp(halved(x))


x = tf.ones([2, 3])
results = []
for turn in range(3):
    results += [one(x), nested(x), by_name(x), of_slope(x), of_patch(x), of_copy(x), of_autocast(x)]
    kept.activation = tf.nn.tanh
    wrapped.activation = tf.nn.sigmoid
    named.get_layer("dense").activation = tf.nn.softplus
    leaky.negative_slope = 0.25
    patched.call = lambda inputs, training=None: inputs * 5.0
    copied.layers[1].alpha = 0.1
    halved.autocast = False
