import tensorflow as tf
import first


def pong(x, depth):  # fact: recursive=true tensor_parameter=true
    return first.ping(first.base(x), depth - 1) if depth else x


first.ping(tf.ones([2]), 3)
