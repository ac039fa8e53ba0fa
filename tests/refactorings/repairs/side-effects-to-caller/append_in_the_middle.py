# unsafe
import tensorflow as tf

HISTORY = []


def step(w, x):
    """One step."""
    y = tf.tanh(w * x)
    HISTORY.append(float(tf.reduce_sum(x)))
    HISTORY.append(y)
    change = tf.reduce_mean(y * x) - tf.reduce_sum(tf.square(w))
    w = w - 0.1 * change
    return w


W, X = tf.constant([1.0, 2.0]), tf.constant([0.5, -1.0])
results = [step(W, X), step(W * 0.5, X)]
