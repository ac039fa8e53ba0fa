# Eager: x is in the set. In the graph x is a symbolic tensor with another ref: not in the set.
import tensorflow as tf

x = tf.constant([3.0, 1.0])
known = {x.ref()}


def weighted(x):
    return x * 2.0 if x.ref() in known else x


print(weighted(x))
