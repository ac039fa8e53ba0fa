"""What a step shows and counts while its tape records comes behind the step, unless the step needs it."""

import tensorflow as tf


def total(data):
    w = tf.Variable([[0.5], [-0.5]])
    optimizer = tf.keras.optimizers.SGD(0.1)
    whole = 0.0
    for x, y in data:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
            whole += float(loss)
        grads = tape.gradient(loss, [w])
        optimizer.apply_gradients(zip(grads, [w]))
        print(whole)


def needed(data):
    w = tf.Variable([[0.5], [-0.5]])
    optimizer = tf.keras.optimizers.SGD(0.1)
    for x, y in data:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
            scale = float(loss)
            loss = loss * scale
        grads = tape.gradient(loss, [w])
        optimizer.apply_gradients(zip(grads, [w]))
        print(loss.numpy())


def left(data):
    w = tf.Variable([[0.5], [-0.5]])
    optimizer = tf.keras.optimizers.SGD(0.1)
    whole = 0.0
    for at, (x, y) in enumerate(data):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
            whole += float(loss)
            if at == 1:
                continue
        grads = tape.gradient(loss, [w])
        optimizer.apply_gradients(zip(grads, [w]))
    print(whole)


def asked(data):
    w = tf.Variable([[0.5], [-0.5]])
    optimizer = tf.keras.optimizers.SGD(0.1)
    meter = tf.keras.metrics.Mean()
    for x, y in data:
        with tf.GradientTape() as tape:
            error = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
            meter.update_state(float(error))
            loss = error + meter.result()
        grads = tape.gradient(loss, [w])
        optimizer.apply_gradients(zip(grads, [w]))
        print(loss.numpy())


x = tf.reshape(tf.range(12.0), [6, 2]) / 12.0
batches = tf.data.Dataset.from_tensor_slices((x, tf.reduce_sum(x, axis=1, keepdims=True))).batch(2)
total(batches)
needed(batches)
left(batches)
asked(batches)
