"""Functions that return a Python number or a tensor, as a tensor decides: a graph makes a tensor of the number."""

import tensorflow as tf


def masked_mean(x, mask):
    total = tf.reduce_sum(mask)
    if total == 0.0:
        return 0.0
    return tf.reduce_sum(x * mask) / total


def many(x):
    if tf.reduce_sum(x) < 0.0:
        return 0
    return tf.size(x)


def spread(x):
    if tf.reduce_sum(x) < 0.0:
        return 0.1, x
    return tf.reduce_max(x), x * 2.0


def vector(x):
    if tf.reduce_sum(x) < 0.0:
        return 0.0
    return x * 2.0


def whole(x):
    if tf.reduce_sum(x) < 0.0:
        return 0
    return tf.reduce_sum(x)


# tf: same
def loss(x, mask):  # expect: convert
    return masked_mean(x, mask) * 2.0 + tf.reduce_sum(x)


# tf: same
def scaled_by_size(x):  # expect: convert
    return x * tf.cast(many(x), tf.float32)


# tf: same
def in_a_tuple(x):  # expect: convert unsafe
    most, rest = spread(x)
    return rest - most


# tf: same
def counted_down(x):  # expect: convert
    def body(i, total):
        if total > 3.0:
            return -1, total
        return i + 1, total + x[0]

    return tf.while_loop(lambda i, total: i >= 0, body, [0, tf.constant(0.0)])[1]


# tf: same
def kept_in_an_array(x):  # expect: convert
    found = tf.TensorArray(tf.float32, 0, dynamic_size=True)

    def body(i, found):
        if i > 2:
            return -1, found
        found = found.write(i, x[0])
        return i + 1, found

    return tf.while_loop(lambda i, found: i >= 0, body, [0, found])[1].stack()


# tf: differs
def given_back(x, mask):  # expect: convert unsafe
    return masked_mean(x, mask), x


# tf: raises OperatorNotAllowedInGraphError "OperatorNotAllowedInGraphError: Iterating over a symbolic `t"
def repeated(x):  # expect: HYB105
    return tf.stack([x] * sum(range(many(x))))


# tf: raises ValueError "ValueError: Cannot take the length of shape with unknown ran"
def shape_of_result(x):  # expect: undetermined HYB109
    return x * float(len(tf.convert_to_tensor(vector(x)).shape))


# tf: raises TypeError "TypeError: 'retval_' has dtype int32 in the main branch, but"
def of_other_dtype(x):  # expect: HYB109
    return tf.cast(whole(x), tf.float32) * x


# tf: same
def written_behind(x):  # expect: convert
    found = tf.TensorArray(tf.float32, 1)
    try:
        return found.write(0, x[0]).stack()
    finally:
        x = x * 2.0


x, mask = tf.constant([1.0, 2.0]), tf.constant([1.0, 0.0])
for sign in (1.0, -1.0, 1.0):
    loss(sign * x, mask), loss(x, mask * 0.0), scaled_by_size(sign * x), in_a_tuple(sign * x), counted_down(x)
    kept_in_an_array(x), shape_of_result(sign * x), of_other_dtype(sign * x), repeated(x), written_behind(x)
    print(type(given_back(x, mask * 0.0)[0]).__name__)
