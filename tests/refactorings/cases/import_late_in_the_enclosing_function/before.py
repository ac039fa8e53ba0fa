def outer():
    def f(x):
        return x

    import tensorflow as tf

    return tf.abs(f(1))
