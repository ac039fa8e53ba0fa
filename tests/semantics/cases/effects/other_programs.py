"""What one program does to objects that cannot be seen is no change for another; what it may do itself is one."""

import tensorflow as tf


def freeze(model):
    model.trainable = False


def first_program():
    model = tf.keras.Sequential([tf.keras.Input([2]), tf.keras.layers.Dense(2)])
    freeze(model.get_layer(index=0))

    def step(x):  # fact: refusals=frozen-state
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(x))
        return tape.gradient(loss, model.trainable_variables)

    step(tf.ones([1, 2]))
    freeze(model.get_layer(index=0))
    step(tf.ones([1, 2]))


def second_program():
    model = tf.keras.Sequential([tf.keras.Input([2]), tf.keras.layers.Dense(2)])

    def step(x):  # fact: verdict=convert
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(x))
        return tape.gradient(loss, model.trainable_variables)

    for _ in range(3):
        step(tf.ones([1, 2]))
