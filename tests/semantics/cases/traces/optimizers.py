"""The first step of an optimizer makes its variables, which takes a trace of its own."""

import sys

import tensorflow as tf

w, v, u = tf.Variable([1.0, 2.0]), tf.Variable([1.0, 2.0]), tf.Variable([1.0, 2.0])
PLAIN = tf.keras.optimizers.SGD(0.1)
HEAVY = tf.keras.optimizers.SGD(0.1, momentum=0.9)
LIGHT = tf.keras.optimizers.SGD(0.1, momentum=0.0)
ADAM = tf.keras.optimizers.Adam(0.1)
SHARED = tf.keras.optimizers.Adam(0.1)
BUILT = tf.keras.optimizers.Adam(0.1)
BUILT.build([w])


# tf: traces 1
def plain(x):  # fact: traces=1
    PLAIN.apply_gradients([(x * w, w)])
    return w * 1.0


# tf: traces 2
def heavy(x):  # fact: traces=2
    HEAVY.apply_gradients([(x * w, w)])
    return w * 1.0


# tf: traces 1
def light(x):  # fact: traces=1
    LIGHT.apply_gradients([(x * w, w)])
    return w * 1.0


# tf: traces 2
def adam(x):  # fact: traces=2
    ADAM.apply_gradients([(x * w, w)])
    return w * 1.0


# tf: traces 2
def first(x):  # fact: traces=null
    SHARED.apply_gradients([(x * w, w)])
    return w * 1.0


# tf: traces 1
def second(x):  # fact: traces=null
    SHARED.apply_gradients([(x * w, w)])
    return w * 1.0


# tf: traces 2
def calls_adam(x):  # fact: traces=2
    return inner(x) + 1.0


LATER = tf.keras.optimizers.RMSprop(0.1)


# tf: traces 2
def inner(x):  # fact: traces=2
    LATER.apply_gradients([(x * v, v)])
    return v * 1.0


# tf: traces 1
def built(x):  # fact: traces=1
    BUILT.apply_gradients([(x * w, w)])
    return w * 1.0


# tf: traces 1
def may_step(x, go):  # fact: traces=null
    if go:
        MAYBE.apply_gradients([(x * u, u)])
    return u * 1.0


MAYBE = tf.keras.optimizers.Adam(0.1)
x = tf.constant([0.5, 0.25])
for function in (plain, heavy, light, adam, first, second, built):
    function(x)
    function(x)
calls_adam(x)
calls_adam(x)
may_step(x, len(sys.argv) > 9)
