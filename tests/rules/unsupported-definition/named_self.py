"""Functions with parameters of names that a `tf.function` has for itself, or cannot tell apart."""

import tensorflow as tf


# tf: raises TypeError "self"
def weigh(x, *, self=1.0):  # expect: HYB119
    return x * self


# tf: same
def scaled(x, *, own=1.0):  # expect: convert
    return x * own


# tf: raises ValueError "duplicate parameter name"
def joined(a, /, **parts):  # expect: HYB119
    return tf.concat([a, *(parts[name] for name in sorted(parts))], 0)


# tf: same
def joined_by_place(a, /, b):  # expect: convert
    return tf.concat([a, b], 0)


# tf: same
def joined_by_name(a, **parts):  # expect: convert
    return tf.concat([a, *(parts[name] for name in sorted(parts))], 0)


class Scale:
    factor = 2.0

    # tf: same
    def apply(self, x):  # expect: convert
        return x * self.factor


x = tf.constant([1.0, 2.0])
scale = Scale()
results = [weigh(x, self=2.0), scaled(x, own=2.0), scale.apply(x)]
results += [joined(x, a=x, b=x * 2.0), joined_by_place(x, x), joined_by_name(x, b=x * 2.0)]
