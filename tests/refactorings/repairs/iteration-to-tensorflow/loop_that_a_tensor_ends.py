import tensorflow as tf


def halved(x):
    total = tf.reduce_sum(x)
    for step in range(1, 30):
        change = total * 0.5
        total -= change * step / 30.0
        if change < 0.1:
            break
        if step > 20:
            total *= 0.9
    return total


X = tf.constant([1.0, -2.0, 3.0])
results = [halved(X), halved(X * 100.0), halved(-X)]
