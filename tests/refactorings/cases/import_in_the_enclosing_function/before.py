def outer():
    import tensorflow as tf

    def f(x):
        return tf.abs(x)

    return f
