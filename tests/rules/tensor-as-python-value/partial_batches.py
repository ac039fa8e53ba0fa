"""The last batch of a dataset may be shorter: a loop inside a graph knows no length for all."""

import tensorflow as tf


# tf: raises TypeError "same dtype"
def by_len(batches):  # expect: HYB105
    total = tf.constant(0.0)
    for batch in batches:
        total += tf.reduce_sum(batch) / len(batch)
    return total


# tf: raises ValueError "None values not supported"
def by_shape(batches):  # expect: HYB105
    total = tf.constant(0.0)
    for batch in batches:
        total += tf.reduce_sum(batch) / batch.shape[0]
    return total


# tf: raises TypeError "same dtype"
def by_entry(batches):  # expect: HYB105
    total = tf.constant(0.0)
    for batch in batches:
        total += tf.reduce_sum(batch["a"]) / len(batch["a"])
    return total


# tf: raises TypeError "same dtype"
def by_part(batches):  # expect: HYB105
    total = tf.constant(0.0)
    for left, right in batches:
        total += tf.reduce_sum(left * right) / len(right)
    return total


# tf: raises ValueError "None values not supported"
def by_shape_of_all(batches):  # expect: HYB105
    total = tf.constant(0.0)
    for batch in batches:
        total += tf.reduce_sum(batch) / batch.shape[0]
    return total


# tf: raises ValueError "None values not supported"
def by_shape_of_entries(batches):  # expect: HYB105
    total = tf.constant(0.0)
    for batch in batches:
        total += tf.reduce_sum(batch["a"]) / batch["a"].shape[0]
    return total


# tf: same
def by_tensor(batches):  # expect: convert
    total = tf.constant(0.0)
    for batch in batches:
        total += tf.reduce_sum(batch) / tf.cast(tf.shape(batch)[0], tf.float32)
    return total


# tf: same
def whole(batches):  # expect: convert
    total = tf.constant(0.0)
    for batch in batches:
        total += tf.reduce_sum(batch) / len(batch)
    return total


# tf: same
def of_one(batch):  # expect: convert
    return tf.reduce_sum(batch) / len(batch)


def in_python(batches):
    return [of_one(batch) for batch in batches]


data = tf.range(5.0)
batches = tf.data.Dataset.from_tensor_slices(data).batch(2)
RESULTS = [
    by_len(batches),
    by_shape(batches),
    by_entry(tf.data.Dataset.from_tensor_slices({"a": data}).batch(2)),
    by_part(tf.data.Dataset.from_tensor_slices((data, data)).batch(2)),
    by_shape_of_all(tf.data.Dataset.from_tensor_slices(data).batch(5)),
    by_shape_of_entries(tf.data.Dataset.from_tensor_slices({"a": data}).batch(5)),
    by_tensor(batches),
    whole(tf.data.Dataset.from_tensor_slices(data).batch(2, drop_remainder=True)),
    *in_python(batches),
]
