"""Objects of Keras that a local variable holds, given to a function before and after they are set anew."""

import tensorflow as tf


# tf: differs
def activate(dense, x):  # expect: HYB104
    return dense(x)


# tf: differs
def clipped(optimizer, gradient):  # expect: HYB104
    if optimizer.clipnorm is not None:
        return tf.clip_by_norm(gradient, optimizer.clipnorm)
    return gradient * 1.0


# tf: differs
def rate(schedule, step):  # expect: HYB104
    return schedule(step)


# tf: same
def set_before(dense, x):  # expect: convert
    return dense(x)


# tf: same
def total(parts):  # expect: convert
    return tf.add_n(parts)


def main():
    x = tf.constant([[1.0, -2.0]])
    dense = tf.keras.layers.Dense(2)
    dense(x)
    first = activate(dense, x)
    dense.activation = tf.nn.sigmoid
    second = activate(dense, x)

    optimizer = tf.keras.optimizers.SGD(0.1)
    third = clipped(optimizer, tf.constant([3.0, 4.0]))
    optimizer.clipnorm = 1.0
    fourth = clipped(optimizer, tf.constant([3.0, 4.0]))

    schedule = tf.keras.optimizers.schedules.ExponentialDecay(0.1, 10, 0.5)
    fifth = rate(schedule, tf.constant(10))
    schedule.decay_rate = 0.1
    sixth = rate(schedule, tf.constant(10))

    other = tf.keras.layers.Dense(2)
    other.activation = tf.nn.sigmoid
    other(x)
    seventh = set_before(other, x)

    parts = [x]
    eighth = total(parts)
    parts.append(2.0 * x)
    return [first, second, third, fourth, fifth, sixth, seventh, eighth, total(parts)]


results = main()
