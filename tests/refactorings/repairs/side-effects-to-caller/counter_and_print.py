# unsafe
import tensorflow as tf

COUNTS = {"calls": 0}
TOTAL = 0


def scaled(x):
    global TOTAL
    peak = tf.reduce_max(tf.abs(x))
    COUNTS["calls"] += 1
    TOTAL += 2
    print("called", COUNTS["calls"])
    y = tf.tanh(x) / peak + tf.square(x)
    return y, peak


X = tf.constant([0.5, -1.0])
results = [scaled(X), scaled(X * 2.0)]
