import tensorflow as T


@T.function(input_signature=[T.TensorSpec(shape=[None, 2], dtype=T.float32)])
def f(x):
    return x * 2
