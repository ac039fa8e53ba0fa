import tensorflow as tf


@tf.function
def doubled(x):  # fact: hybrid=false tensor_parameter=false tensor_computation=false verdict=keep
    return tf.square(x) + x


doubled(2)
