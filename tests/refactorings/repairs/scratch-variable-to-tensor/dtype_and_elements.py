import tensorflow as tf


def counted(x):
    count = tf.Variable(0, dtype=tf.int64)
    scale = tf.Variable([0.5, 2.0])
    for row in x:
        if tf.reduce_sum(row) > 0.0:
            count.assign_add(1)
    scale.assign(scale * scale[0] - 1.0)
    scale.assign_sub(x[0] + x[1])
    return tf.cast(count, tf.float32) * scale, count.value()


X = tf.constant([[1.0, -2.0], [0.5, 3.0], [4.0, 1.0]])
results = [counted(X), counted(-X)]
