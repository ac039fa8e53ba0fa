# differs: globals
"""Two phases of a training, each with a loop of its own."""

import tensorflow as tf

w = tf.Variable([[0.5], [-0.5]])
b = tf.Variable([0.1])
x = tf.reshape(tf.range(12.0), [6, 2]) / 12.0
data = tf.data.Dataset.from_tensor_slices((x, tf.reduce_sum(x, axis=1, keepdims=True))).batch(2)
for epoch in range(3):
    for batch, wanted in data:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.matmul(batch, w) + b - wanted))
        grads = tape.gradient(loss, [w, b])
        w.assign_sub(0.1 * grads[0])
        b.assign_sub(0.1 * grads[1])
    print(epoch, "%.4f" % float(loss))
for epoch in range(2):
    for batch, wanted in data:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.abs(tf.matmul(batch, w) + b - wanted))
        grads = tape.gradient(loss, [w, b])
        w.assign_sub(0.01 * grads[0])
        b.assign_sub(0.01 * grads[1])
    print(epoch, "%.4f" % float(loss))
print(w.numpy().tolist(), b.numpy().tolist())
