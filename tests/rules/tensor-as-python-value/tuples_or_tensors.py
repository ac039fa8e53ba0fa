"""What gives a tensor or a tuple, as an option says, is unpacked where it gives the tuple."""

import tensorflow as tf

COUNT = int(tf.config.list_logical_devices("CPU")[0].device_type == "CPU") + 1


class Encoder(tf.keras.Model):
    def __init__(self, variational):
        super().__init__()
        self.mean = tf.keras.layers.Dense(3)
        self.spread = tf.keras.layers.Dense(3)
        self.variational = variational

    def call(self, x):
        mean = self.mean(x)
        return (mean, self.spread(x)) if self.variational else mean


encoder = Encoder(variational=len(tf.config.list_logical_devices("CPU")) > 0)


# tf: same
def spread_of(x):  # expect: convert unsafe
    mean, spread = encoder(x)
    return tf.reduce_sum(mean * tf.exp(spread))


def read(pair, packed):
    if packed:
        return tf.stack(pair)
    return tuple(pair)


# tf: raises OperatorNotAllowedInGraphError "OperatorNotAllowedInGraphError: Iterating over a symbolic `t"
def rows_of_a_matrix(x):  # expect: HYB105
    first, second = read([x, x * 2.0], packed=True)
    return tf.reduce_sum(first) + tf.reduce_max(second)


# tf: same
def parts_of_a_tuple(x):  # expect: convert
    first, second = read([x, x * 2.0], packed=False)
    return tf.reduce_sum(first) + tf.reduce_max(second)


# tf: raises OperatorNotAllowedInGraphError "OperatorNotAllowedInGraphError: Iterating over a symbolic `t"
def two_rows(x, packed):  # expect: HYB105
    both = tf.stack([x, x * 2.0]) if packed else (x, x * 2.0)
    first, second = both
    return tf.reduce_sum(first) + tf.reduce_max(second)


# tf: differs
def handled(x):  # expect: HYB105
    try:
        mean, spread = Encoder.call(encoder, x) if x.shape[0] > 2 else x
    except TypeError:
        return tf.reduce_max(x)
    return tf.reduce_sum(mean) + tf.reduce_sum(spread)


# tf: raises OperatorNotAllowedInGraphError "OperatorNotAllowedInGraphError: Iterating over a symbolic `t"
def other_number(x, triple):  # expect: HYB105
    parts = (x, x, x) if triple else x
    if triple:
        return tf.reduce_sum(x)
    first, second = parts
    return tf.reduce_sum(first) + tf.reduce_max(second)


# tf: raises OperatorNotAllowedInGraphError "OperatorNotAllowedInGraphError: Iterating over a symbolic `t"
def with_a_rest(x, packed):  # expect: HYB105
    first, *rest = x if packed else (x, x * 2.0)
    return tf.reduce_sum(first) + tf.reduce_max(rest[0])


def parts_of(x, count):
    return tuple(x * float(i) for i in range(count)) if count else x


# tf: same
def some_parts(x, count):  # expect: convert unsafe
    first, second = parts_of(x, count)
    return tf.reduce_sum(first) + tf.reduce_max(second)


# tf: raises OperatorNotAllowedInGraphError "OperatorNotAllowedInGraphError: Iterating over a symbolic `t"
def no_parts(x, count):  # expect: HYB105
    whole = parts_of(x, 0) if count else tf.zeros([2])
    first, second = whole
    return tf.reduce_sum(first) + tf.reduce_max(second)


# tf: differs
def as_it_comes(x, count):  # expect: HYB105, HYB113
    try:
        first, second = parts_of(x, count)
    except TypeError:
        return tf.reduce_max(x)
    return tf.reduce_sum(first) + tf.reduce_max(second)


for size in (4, 5, 6):
    batch = tf.random.stateless_uniform([size, 3], [1, size])
    spread_of(batch)
    rows_of_a_matrix(batch)
    parts_of_a_tuple(batch)
    two_rows(batch, packed=size == 5)
    handled(tf.ones([2, 3]))
    other_number(tf.ones([2, size]), triple=size == 4)
    with_a_rest(batch, packed=size == 5)
    some_parts(batch, COUNT)
    no_parts(tf.ones([2, size]), COUNT)
    as_it_comes(tf.ones([2, size]), COUNT - 2)
