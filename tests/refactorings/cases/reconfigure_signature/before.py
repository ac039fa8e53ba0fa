import tensorflow as tf
import tensorflow as flow
from tensorflow import function as graph


@tf.function
def bare(x):
    return x


@flow.function(jit_compile=True)  # compiled
def called(x, y):
    return x


@tf.function(input_signature=None)
def has_one(x):
    return x


def other_name():
    tf = None

    @graph
    def inner(x):
        return x, tf

    return inner
