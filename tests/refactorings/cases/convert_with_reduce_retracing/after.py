import tensorflow as tf


@tf.function(reduce_retracing=True)
def f(x):
    return x


@tf.function(input_signature=[tf.TensorSpec(shape=[None], dtype=tf.float32)])
def g(x):
    return x
