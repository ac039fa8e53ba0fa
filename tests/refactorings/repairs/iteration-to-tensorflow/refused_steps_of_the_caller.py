import tensorflow as tf


def halved(x, steps):
    total = tf.reduce_sum(x)
    for _ in range(steps):
        total *= 0.5
        if total < 0.1:
            break
    return total


results = [halved(tf.constant([1.0, -2.0, 3.0]), 4)]
