import tensorflow.keras as tfk
import tensorflow as tf


@tf.function
def f(x):
    return x * 2
