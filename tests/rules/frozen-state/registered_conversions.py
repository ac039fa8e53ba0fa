"""Functions of the program that make tensors of its objects, wherever TensorFlow is given one."""

import tensorflow as tf


class Gain:
    def __init__(self, value):
        self.value = value


class Special(Gain):
    pass


class Counted(Gain):
    asked = 0


class Fixed:
    def __init__(self, value):
        self.value = value


class Plain:
    def __init__(self, value):
        self.value = value


def as_tensor(gain, dtype=None, name=None, as_ref=False):
    return tf.constant(gain.value, dtype)


def counting(gain, dtype=None, name=None, as_ref=False):
    Counted.asked += 1
    return tf.constant(gain.value + Counted.asked, dtype)


tf.register_tensor_conversion_function((Gain, Fixed), as_tensor)
tf.register_tensor_conversion_function(Counted, counting, priority=50)
gain, special, counted, fixed, plain = Gain(1.0), Special(1.0), Counted(1.0), Fixed(2.0), Plain(1.0)
total = tf.Variable(0.0)


# tf: differs
def by_operation(x):  # expect: HYB104
    return tf.multiply(x, gain)


# tf: differs
def by_operator(x):  # expect: HYB104
    return x * gain


# tf: differs
def from_the_left(x):  # expect: HYB104
    return special - x


# tf: differs
def in_a_list(x):  # expect: HYB104
    return tf.stack([x, gain])


# tf: differs
def compared(x):  # expect: HYB104
    return x < gain


# tf: differs
def assigned(x):  # expect: HYB104
    total.assign(gain)
    return x + total


# tf: differs
def counts(x):  # expect: HYB102, HYB104
    return tf.add(x, counted)


# tf: same
def of_fixed(x):  # expect: convert
    return tf.multiply(x, fixed)


# tf: differs
def of_another(x):  # expect: HYB104
    return tf.multiply(x, plain.value)


one = tf.constant(2.0)
results = []
for _ in range(2):
    results += [by_operation(one), by_operator(one), from_the_left(one), in_a_list(one), compared(one), assigned(one)]
    results += [counts(one), of_fixed(one), of_another(one)]
    gain.value += 2.0
    special.value += 1.0
    plain.value += 1.0
