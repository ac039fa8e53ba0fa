import tensorflow as tf


def slope(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        parts = []
        for value in x:
            parts.append(tf.square(value) * 3.0)
        loss = tf.reduce_sum(tf.stack(parts))
    return tape.gradient(loss, x)


results = [slope(tf.constant([1.0, -2.0, 3.0]))]
