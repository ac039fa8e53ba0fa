import tensorflow as tf


def slope(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        kept = tf.Variable(tf.square(x), trainable=False)
        kept.assign_add(x)
        loss = tf.reduce_sum(kept * x)
    return tape.gradient(loss, x)


results = [slope(tf.constant([1.0, -2.0])), slope(tf.constant([0.5, 3.0]))]
