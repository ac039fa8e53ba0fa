"""What tells an eager tensor from one of a graph: `getattr` with a default, class patterns, `dir`."""

import tensorflow as tf


# tf: differs
def by_default(x):  # expect: HYB106
    return x * 2.0 if callable(getattr(x, "numpy", None)) else x


# tf: same
def typed_by_default(x):  # expect: convert
    return tf.cast(x * 2.0, getattr(x, "dtype", tf.float32))


# tf: differs
def by_pattern(x):  # expect: HYB106
    match x:
        case object(numpy=_):
            return x * 2.0
        case _:
            return x


# tf: same
def typed_by_pattern(x):  # expect: convert
    match x:
        case object(dtype=_, shape=_):
            return x * 2.0
        case _:
            return x


# tf: differs
def by_list(x):  # expect: HYB106
    return x * 2.0 if "numpy" in dir(x) else x


# tf: same
def scaled(x, settings):  # expect: convert
    return x * getattr(settings, "width", 2.0)


class Settings:
    width = 3.0


settings = Settings()
for _ in range(3):
    by_default(tf.constant([1.0, 2.0]))
    typed_by_default(tf.constant([1.0, 2.0]))
    by_pattern(tf.constant([1.0, 2.0]))
    typed_by_pattern(tf.constant([1.0, 2.0]))
    by_list(tf.constant([1.0, 2.0]))
    scaled(tf.constant([1.0, 2.0]), settings)
