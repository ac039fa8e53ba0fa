import tensorflow as tf
import tensorflow as flow
from tensorflow import function as graph


@tf.function(input_signature=[tf.TensorSpec(shape=[None], dtype=tf.float32)])
def bare(x):
    return x


@flow.function(jit_compile=True, input_signature=[tf.TensorSpec(shape=[None], dtype=tf.float32), tf.TensorSpec(shape=[], dtype=tf.int32)])  # compiled
def called(x, y):
    return x


@tf.function(input_signature=None)
def has_one(x):
    return x


def other_name():
    tf = None

    @graph(input_signature=[flow.TensorSpec(shape=[None], dtype=flow.float32)])
    def inner(x):
        return x, tf

    return inner
