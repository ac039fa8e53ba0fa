from tensorflow import *
import tensorflow as tf

function = print


@tf.function
def f(x):
    return x * 2
