import tensorflow as tf


# tf: differs
def slope(w, x):  # expect: HYB105
    with tf.GradientTape() as tape:
        tape.watch(w)
        loss = tf.reduce_sum(w * x)
    return tape.gradient(loss, w)


# tf: differs
def outer(w, x):  # expect: HYB105
    return slope(w, x) * 2.0


# tf: same
def slope_of_two(w, x):  # expect: convert
    with tf.GradientTape() as tape:
        tape.watch(w)
        loss = tf.reduce_sum(w * x)
    return tape.gradient(loss, w)


# tf: same
def product(w, x):  # expect: convert
    return w * x


value, other, weight = tf.constant([1.0, 2.0]), tf.constant([3.0, 4.0]), tf.Variable([1.0, 2.0])
slope(value, value)
outer(x=value, w=value)
slope_of_two(value, other)
product(value, value)
