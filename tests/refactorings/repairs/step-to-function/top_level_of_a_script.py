# differs: globals
"""The loop of a script, whose model, optimizer and numbers are variables of the module."""

import tensorflow as tf

w = tf.Variable([[0.5], [-0.5]])
b = tf.Variable([0.1])
rate = 0.1
x = tf.reshape(tf.range(12.0), [6, 2]) / 12.0
data = tf.data.Dataset.from_tensor_slices((x, tf.reduce_sum(x, axis=1, keepdims=True))).batch(2)
seen = []

for epoch in range(3):
    for step, (batch, wanted) in enumerate(data):
        with tf.GradientTape() as tape:
            found = tf.nn.relu(tf.matmul(batch, w) + b)
            loss = tf.reduce_mean(tf.square(found - wanted))
        grads = tape.gradient(loss, [w, b])
        w.assign_sub(rate * grads[0])
        b.assign_sub(rate * grads[1])
        seen.append(step)
        if step % 2 == 0:
            print(epoch, float(loss))
print(w.numpy().tolist(), b.numpy().tolist(), len(seen), float(loss))
