import tensorflow as tf

history = []


def step(w, x, y, rate, temperature):
    p = tf.sigmoid(tf.linalg.matvec(x, w) / temperature)
    error = p - y
    change = 2.0 * rate / temperature * tf.linalg.matvec(x, error, transpose_a=True)
    if tf.reduce_sum(error) > 0.0:
        change = (1 - rate) * change
    history.append(float(tf.reduce_sum(change)))
    return w - change


w = tf.zeros([3])
x = tf.reshape(tf.range(12.0), [4, 3]) / 12.0
y = tf.constant([0.0, 1.0, 1.0, 0.0])
for n in range(60):
    w = step(w, x, y, 0.1 / (n + 1), 1.0 + n / 10)
print(w.numpy(), history)
