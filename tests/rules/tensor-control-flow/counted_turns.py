"""Numbers that count the turns of a loop over a dataset, which a graph counts as tensors."""

import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices(tf.reshape(tf.range(12.0), [6, 2]))


# tf: same
def mean_loss(dataset):  # expect: convert
    total_loss = 0.0
    num_batches = 0
    for batch in dataset:
        total_loss += tf.reduce_mean(tf.square(tf.tanh(batch)))
        num_batches += 1
    return total_loss / tf.cast(num_batches, tf.float32)


# tf: same
def mean_by_float(dataset):  # expect: convert unsafe
    total = tf.constant(0.0)
    count = 0.0
    for batch in dataset:
        total += tf.reduce_sum(batch)
        count += 1
    return total / count


# tf: same
def mean_of_python_sum(dataset):  # expect: convert unsafe
    total = 0.0
    count = 0.0
    for batch in dataset:
        total += tf.reduce_sum(batch)
        count += 1.0
    return total / count


# tf: same
def steps_until_small(x):  # expect: convert
    steps = 0
    while tf.reduce_sum(x) > 1.0:
        x = x / 2.0
        steps += 1
    return x * tf.cast(steps, x.dtype)


# tf: raises TypeError "int32"
def mean_by_int(dataset):  # expect: undetermined HYB109
    total = 0.0
    count = 0
    for batch in dataset:
        total += tf.reduce_sum(batch)
        count += 1
    return total / count


# tf: differs
def mean_and_number(dataset):  # expect: convert unsafe
    total = tf.constant(0.0)
    count = 0
    for batch in dataset:
        total += tf.reduce_sum(batch)
        count += 1
    return total / tf.cast(count, tf.float32), count


# tf: same
def every_second(dataset):  # expect: convert
    total = tf.constant(0.0)
    count = 0
    for batch in dataset:
        count += 1
        if count % 2 == 0:
            total += tf.reduce_sum(batch)
    return total


# tf: raises TypeError "float"
def by_double(dataset):  # expect: undetermined HYB109
    total = tf.zeros([], tf.float64)
    count = 0.0
    for batch in dataset:
        total += tf.cast(tf.reduce_sum(batch), tf.float64)
        count += 1.0
    return total / count


# tf: same
def doubles(dataset):  # expect: undetermined HYB109
    count = 1
    for _ in dataset:
        count += count
    return tf.cast(count, tf.float32)


# tf: same
def of_lengths(dataset):  # expect: undetermined HYB109
    count = 0
    for batch in dataset:
        count += batch.shape[0]
    return tf.cast(count, tf.float32)


for _ in range(2):
    mean_loss(data), mean_by_float(data), mean_of_python_sum(data), mean_by_int(data)
    range(mean_and_number(data)[1]), every_second(data), by_double(data), doubles(data), of_lengths(data)
    steps_until_small(tf.constant([4.0, 8.0]))
