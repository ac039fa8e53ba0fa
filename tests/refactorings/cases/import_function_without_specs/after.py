from tensorflow import function
import tensorflow as tf


@function(input_signature=[tf.TensorSpec(shape=[None, 2], dtype=tf.float32)])
def f(x):
    return x * 2


@function
def g(x):
    return x
