import tensorflow as tf

history = []


def evaluate(w, x, y):
    p = tf.sigmoid(tf.linalg.matvec(x, w))
    loss = tf.reduce_mean(tf.square(p - y))  # mean squared error
    history.append(float(loss))
    return loss


X = tf.constant([[1.0, 2.0], [3.0, 4.0], [0.5, -1.0]])
Y = tf.constant([0.0, 1.0, 1.0])
W = tf.constant([0.1, 0.2])
results = [evaluate(W, X, Y) for _ in range(3)]
