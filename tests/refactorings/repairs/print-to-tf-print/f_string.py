# unsafe
import tensorflow as tf


def step(x):
    n = tf.reduce_max(x)
    print(f"largest: {n} of {tf.size(x)}.")  # says what it found
    return n * 2


print("start")
results = [step(tf.constant([1, 5, 2]))]
