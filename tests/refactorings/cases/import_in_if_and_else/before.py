import sys

if sys.argv:
    import tensorflow as tf
elif sys.path:
    sys.exit(1)
else:
    import tensorflow.compat.v2 as tf


def f(x):
    return x * 2
