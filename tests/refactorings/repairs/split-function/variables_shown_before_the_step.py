"""What a step changes is shown before it, under its own name and as what `assign_add` gives: it stays where it is."""

import tensorflow as tf


def train(data):
    w, b = tf.Variable([[0.5], [-0.5]]), tf.Variable([0.1])
    params = [w, b]
    optimizer = tf.keras.optimizers.SGD(0.1)
    for x, y in data:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + b - y))
        print(w.numpy())
        grads = tape.gradient(loss, params)
        optimizer.apply_gradients(zip(grads, params))


def count(data):
    w = tf.Variable([[0.5], [-0.5]])
    optimizer = tf.keras.optimizers.SGD(0.1)
    for x, y in data:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
            now = w.assign_add(tf.ones_like(w))
        print(now.numpy())
        grads = tape.gradient(loss, [w])
        optimizer.apply_gradients(zip(grads, [w]))


x = tf.reshape(tf.range(12.0), [6, 2]) / 12.0
batches = tf.data.Dataset.from_tensor_slices((x, tf.reduce_sum(x, axis=1, keepdims=True))).batch(2)
train(batches)
count(batches)
