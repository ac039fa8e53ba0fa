import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec(shape=[None, 2], dtype=tf.float32)])
def f(
    x,  # input
    *,
    scale=(1,
2),
):
    '''Doc.'''
    return x
