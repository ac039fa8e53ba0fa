import tensorflow as tf


try:
    pass
except* ValueError:
    @tf.function
    def f(x):
        return x
