import sys

if sys.argv:
    import tensorflow as tf

    def f(x):
        return tf.abs(x)

else:

    def f(x):
        return x
