"""Inside a graph the batches that come from an iterator over a dataset have no length, nor what a loop may make longer."""

import numpy as np
import tensorflow as tf

batches = tf.data.Dataset.from_tensor_slices(np.ones((9, 2), np.float32)).batch(2)
whole = tf.data.Dataset.from_tensor_slices(np.ones((9, 2), np.float32)).batch(2, drop_remainder=True)
first, second, third = iter(batches), iter(batches), iter(batches)
given, full = iter(batches), iter(whole)


def rows():
    yield np.ones((2, 2), np.float32)
    yield np.ones((3, 2), np.float32)


generated = tf.data.Dataset.from_generator(rows, output_signature=tf.TensorSpec([None, 2], tf.float32))
described = iter(generated.repeat())


def several(x):
    found = []
    for scale in range(2):
        found.append(x * float(scale + 1))
    return (*found,), 0


nested = iter(tf.data.Dataset.from_tensor_slices(np.ones((9, 2), np.float32)).map(several).batch(2))


# tf: differs
def next_of_many():  # expect: HYB105
    (x, _), _ = next(nested)
    return tf.reduce_sum(x) * float(x.shape[0] or 1)


# tf: differs
def next_one():  # expect: HYB105
    x = next(first)
    return tf.reduce_sum(x) * float(x.shape[0] or 1)


# tf: differs
def next_by_method():  # expect: HYB105
    x = second.get_next()
    return tf.reduce_sum(x) * float(x.shape[0] or 1)


# tf: differs
def next_of(iterator):  # expect: HYB105
    x = next(iterator)
    return tf.reduce_sum(x) * float(x.shape[0] or 1)


# tf: differs
def next_described():  # expect: HYB105
    x = next(described)
    return tf.reduce_sum(x) * float(x.shape[0] or 1)


# tf: same
def of_element(x):  # expect: convert
    return tf.reduce_sum(tf.exp(x)) * float(x.shape[0] or 1)


# tf: same
def next_full():  # expect: convert
    x = next(full)
    return tf.reduce_sum(tf.exp(x)) * float(x.shape[0] or 1)


# tf: same
def next_measured():  # expect: convert
    x = next(third)
    return tf.reduce_sum(tf.exp(x)) / tf.cast(tf.shape(x)[0], tf.float32) * float(x.shape[1] or 1)


# tf: differs
def single(y):  # expect: HYB105
    x = tf.data.Dataset.from_tensors(y).unbatch().batch(9).get_single_element()
    return tf.reduce_sum(x) * float(x.shape[0] or 1)


# tf: differs
def growing(y):  # expect: HYB105
    def longer(i, rows):
        return i + 1, tf.concat([rows, rows * float(rows.shape[0] or 1)], 0)

    shapes = [tf.TensorShape([]), tf.TensorShape([None, 2])]
    return tf.while_loop(lambda i, _: i < 2, longer, [0, y], shape_invariants=shapes)[1]


# tf: same
def wide(y):  # expect: convert
    def longer(i, rows):
        return i + 1, tf.concat([rows, rows * float(rows.shape[1] or 1)], 0)

    shapes = [tf.TensorShape([]), tf.TensorShape([None, 2])]
    return tf.while_loop(lambda i, _: i < 2, longer, [0, y], shape_invariants=shapes)[1]


RESULTS = []
for turn in range(2):
    RESULTS += [next_described(), *(of_element(x) for x in generated)]
    RESULTS += [next_of_many(), next_one(), next_by_method(), next_of(given), next_full(), next_measured()]
    RESULTS += [single(tf.ones((3, 2))), growing(tf.ones((3, 2))), wide(tf.ones((3, 2)))]
