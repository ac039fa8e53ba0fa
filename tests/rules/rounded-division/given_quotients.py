"""What rounds an argument is given the quotient; who divides and calls it as well would compute another one."""

import tensorflow as tf

steps = tf.constant([1.3, 2.1, 2.6, 3.1, 4.2])


# tf: same
def whole(x):  # expect: convert
    return tf.cast(x, tf.int32) + 1


# tf: same
def part(x):  # expect: convert
    return x - tf.floor(x)


# tf: differs
def both(x):  # expect: HYB115
    return whole(x / 0.1)


# tf: same
def below(x):  # expect: convert
    return part(x)


for _ in range(2):
    whole(steps / 0.1)
    part(steps / 0.1)
    below(steps / 0.1)
    both(steps)
