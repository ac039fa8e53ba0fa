import textfile as tf
import tensorflow

DATA = tf.read()


@tensorflow.function
def f(x):
    return x * 2
