try:
    import tensorflow as tf
except ImportError:
    pass
else:

    def f(x):
        return tf.abs(x)
