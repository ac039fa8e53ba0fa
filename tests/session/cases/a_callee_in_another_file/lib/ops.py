import tensorflow as tf


def activate(x):
    return tf.nn.relu(x)
