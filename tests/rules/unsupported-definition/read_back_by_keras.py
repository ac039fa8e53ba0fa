"""Functions that Keras reads back by their names; `tests/knowledge/test_keras_serialisation.py` executes what a graph does."""

import copy

import keras
import tensorflow as tf


@keras.saving.register_keras_serializable()
def registered(x):  # expect: HYB119 "read a `tf.function` back"
    return tf.clip_by_value(x, -1.0, 1.0)


@tf.keras.utils.register_keras_serializable(package="mine", name="act")
def registered_under_a_name(x):  # expect: HYB119
    return tf.nn.relu(x)


def register(function):
    tf.keras.utils.get_custom_objects()[function.__name__] = function
    return function


@register
def by_dict(x):  # expect: HYB119
    return tf.clip_by_value(x, -1.0, 1.0)


def by_update(x):  # expect: HYB119
    return tf.nn.relu(x)


def in_scope(x):  # expect: HYB119
    return tf.nn.relu(x)


def as_custom_object(x):  # expect: HYB119
    return tf.nn.relu(x)


def kept_by_a_clone(x):  # expect: HYB119
    return tf.nn.relu(x)


def given_to_a_layer_and_copied(x):  # expect: HYB119
    return tf.nn.relu(x)


# tf: same
def apart(x):  # expect: convert
    return tf.nn.relu(x) * 2.0


tf.keras.utils.get_custom_objects().update({"by_update": by_update})
x = tf.ones([2, 2])
results = [f(x) for f in (registered, registered_under_a_name, by_dict, by_update, in_scope, as_custom_object, apart)]
results += [kept_by_a_clone(x), given_to_a_layer_and_copied(x)]
with tf.keras.utils.custom_object_scope({"in_scope": in_scope}):
    made = tf.keras.layers.Dense(2)
written = tf.keras.activations.serialize(tf.nn.relu)
found = tf.keras.activations.deserialize(written, custom_objects={"as_custom_object": as_custom_object})
with tf.keras.utils.custom_object_scope({"kept": tf.identity}):
    layer = tf.keras.layers.Dense(2, activation=given_to_a_layer_and_copied)
    cloned = tf.keras.Sequential([tf.keras.layers.Input((2,)), tf.keras.layers.Dense(2, activation=kept_by_a_clone)])


def copies(model):
    return tf.keras.models.clone_model(model), copy.deepcopy(layer)
