from .. import rectangle


def lowest(x):  # fact: tensor_parameter=true called=true x:tensor:float32
    import tensorflow as tf

    return tf.minimum(x, 0.0)


def other(n):  # fact: tensor_parameter=false primitive_parameter=true n:primitive tensor_computation=false
    return n + 1
