# Eager: (1, 2) gives x, Pt((1, 2)) gives 3 x. A graph serves both with one trace (a subclass of tuple has its key).
import tensorflow as tf


class Pt(tuple):
    scale = 3.0


def by_pt(x, p):
    return x * getattr(p, "scale", 1.0)


x = tf.constant([1.0, 2.0])
print(by_pt(x, (1, 2)), by_pt(x, Pt((1, 2))))
