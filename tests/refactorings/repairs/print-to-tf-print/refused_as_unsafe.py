import tensorflow as tf


def step(x):
    print("loss", sep="-", file=None)
    return tf.reduce_mean(x)


results = [step(tf.constant([1.0, 2.0]))]
