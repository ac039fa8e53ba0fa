import tensorflow as tf

seen = []


def double(x):
    seen.append(1)
    return x * 2.0


results = [double(tf.constant(1.0))]
