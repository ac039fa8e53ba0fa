# unsafe
import tensorflow as tf


def solve(a, b):
    assert tf.reduce_all(tf.equal(tf.shape(a), 2)), "two by two"
    if tf.abs(tf.linalg.det(a)) < 1e-6:
        raise ValueError("singular")
    return tf.linalg.solve(a, b)


results = [solve(tf.constant([[2.0, 0.0], [0.0, 4.0]]), tf.ones([2, 1]))]
