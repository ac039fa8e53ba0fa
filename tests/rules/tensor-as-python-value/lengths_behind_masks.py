"""A mask leaves open how many rows there are: the axes behind them keep their lengths, whatever gives them."""

import importlib
import json
import sys

import tensorflow as tf

CLASSES = len(sys.argv[0]) % 3 + 4
found = importlib.import_module("tensorflow").keras.layers


def build(classes, size):
    inputs = tf.keras.Input([size, size, 3])
    x = tf.keras.layers.Conv2D(4, 3, padding="same")(inputs)
    x = tf.keras.layers.GlobalAveragePooling2D()(tf.keras.layers.Activation("relu")(x))
    return tf.keras.Model(inputs, tf.keras.layers.Dense(classes)(x))


SMALL, LARGE = build(5, 8), build(CLASSES, 16)
x = tf.keras.Input([8, 8, 3])
UNSEEN = tf.keras.Model(x, found.Dense(CLASSES)(found.Flatten()(x)))
x = tf.keras.Input(json.loads("[8, 8, 3]"))
ANY = tf.keras.Model(
    x, tf.keras.layers.Dense(CLASSES)(tf.keras.layers.Flatten()(tf.keras.layers.Conv2D(2, 3)(x)))
)
x = tf.keras.Input([None, 3])
LONG = tf.keras.Model(x, tf.keras.layers.Dense(CLASSES)(x))


# tf: same
def of_rows(images, mask):  # expect: convert
    probs = tf.nn.softmax(LARGE(tf.boolean_mask(images, mask)))
    return tf.reshape(probs, tf.concat([[1, -1], probs.shape[1:]], 0))


# tf: same
def rows_of(images, mask):  # expect: convert
    probs = tf.nn.softmax(tf.boolean_mask(UNSEEN(images), mask))
    return tf.reshape(probs, tf.concat([[1, -1], probs.shape[1:]], 0))


# tf: same
def of_any_size(images, mask):  # expect: convert
    logits = ANY(tf.boolean_mask(images, mask))
    return logits * float(logits.shape[1])


# tf: raises TypeError ""
def first_axis(images, mask):  # expect: HYB105
    probs = tf.nn.softmax(tf.boolean_mask(UNSEEN(images), mask))
    return probs / float(probs.shape[0])


# tf: raises TypeError ""
def along_an_axis(rows, mask):  # expect: HYB105
    picked = tf.boolean_mask(rows, mask, axis=1)
    return tf.reshape(picked, [-1, picked.shape[1] * 3])


# tf: raises TypeError ""
def of_open_length(rows, mask):  # expect: HYB105
    y = LONG(tf.boolean_mask(rows, mask, axis=1))
    return tf.reshape(y, [-1, y.shape[1] * CLASSES])


for _ in range(3):
    small, large = tf.ones([4, 8, 8, 3]), tf.ones([4, 16, 16, 3])
    kept = tf.constant([True, False, True, True])
    SMALL(small)
    of_rows(large, kept)
    rows_of(small, kept)
    of_any_size(small, kept)
    first_axis(small, kept)
    along_an_axis(tf.ones([2, 4, 3]), kept)
    of_open_length(tf.ones([2, 4, 3]), kept)
