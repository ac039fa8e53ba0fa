"""Layers that a method makes other ones: LoRA, what `adapt` has seen, another vocabulary."""

import keras
import numpy as np
import tensorflow as tf

low_rank = keras.layers.Dense(2, kernel_initializer="ones")
low_rank.build((None, 1))
normal, settled = keras.layers.Normalization(), keras.layers.Normalization()
words = keras.layers.StringLookup(vocabulary=["a", "b"])


# tf: differs
def project(x):  # expect: HYB104
    return low_rank(x)


# tf: differs
def normalise(x):  # expect: HYB104
    return normal(x)


# tf: differs
def numbered(text):  # expect: HYB104
    return words(text)


# tf: same
def prepared(x):  # expect: convert
    return settled(x)


x, text = tf.constant([[2.0]]), tf.constant(["b"])
normal.adapt(np.array([[1.0], [3.0]], np.float32))
settled.adapt(np.array([[1.0], [3.0]], np.float32))
results = [project(x), normalise(x), numbered(text), prepared(x)]
low_rank.enable_lora(1, a_initializer="ones", b_initializer="ones")
normal.adapt(np.array([[5.0], [9.0]], np.float32))
words.set_vocabulary(["x", "y", "b"])
results += [project(x), normalise(x), numbered(text), prepared(x)]
