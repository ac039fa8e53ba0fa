import tensorflow as tf


def powers(x, n):
    total = tf.zeros([3])
    for i in range(int(n)):
        total += x * i + x[i] * float(i)
    for j in range(n.numpy()):
        total += x[j] * 2.0
    return total


X, N = tf.constant([1.0, -2.0, 3.0]), tf.constant(2)
results = [powers(X, N), powers(-X, N + 1), powers(X, N * 0), powers(X, -N)]
