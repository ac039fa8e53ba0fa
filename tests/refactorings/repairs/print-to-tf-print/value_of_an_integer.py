# unsafe
import tensorflow as tf


def step(x):
    n = tf.reduce_sum(x)
    print("n =", n.numpy(), int(n), sep=" ", end="!\n", flush=True)
    return n * 2


print("start")
results = [step(tf.constant([1, 2])) for _ in range(2)]
