import tensorflow as tf
from tensorflow import function


@function(input_signature=[tf.TensorSpec(shape=[None, 2], dtype=tf.float32)])
def f(x):
    return x * 2
