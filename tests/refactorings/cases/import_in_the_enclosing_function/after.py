def outer():
    import tensorflow as tf

    @tf.function
    def f(x):
        return tf.abs(x)

    return f
