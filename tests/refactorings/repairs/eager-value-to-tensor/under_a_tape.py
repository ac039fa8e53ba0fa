import tensorflow as tf


def slope(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = tf.reduce_sum(tf.square(x)) * float(tf.reduce_sum(x)) + tf.reduce_sum(x * x.numpy())
    return tape.gradient(loss, x)


results = [slope(tf.constant([1.0, -2.0, 3.0])), slope(tf.constant([0.5, 0.25, 1.0]))]
