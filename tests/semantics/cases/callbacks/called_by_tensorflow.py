"""Functions given to TensorFlow that only the table of callbacks knows: what they write is an effect of the caller."""

import tensorflow as tf

LOG = []


def noisy(v):  # fact: side_effects=true
    LOG.append(1)
    return v * 2.0


def quiet(v):  # fact: side_effects=false
    return v * 2.0


def positive(v):  # fact: side_effects=true
    LOG.append(1)
    return v > 0.0


def bucket(v):  # fact: side_effects=true
    LOG.append(1)
    return tf.cast(v > 1.0, tf.int64)


def length(v):  # fact: side_effects=true
    LOG.append(1)
    return tf.cast(v, tf.int32)


def running(total, v):  # fact: side_effects=true v:tensor:float32:[]
    LOG.append(1)
    return total + v, total


def doubled(dataset):  # fact: side_effects=true
    LOG.append(1)
    return dataset.map(quiet)


def flat_values(rows):  # fact: side_effects=false verdict=convert
    return tf.ragged.map_flat_values(quiet, rows)


def flat_values_noisily(rows):  # fact: side_effects=true verdict=keep
    return tf.ragged.map_flat_values(noisy, rows)


def sparse_values(x):  # fact: side_effects=false verdict=convert
    return tf.sparse.to_dense(tf.sparse.map_values(quiet, tf.sparse.from_dense(x)))


def sparse_values_noisily(x):  # fact: side_effects=true verdict=keep
    return tf.sparse.to_dense(tf.sparse.map_values(noisy, tf.sparse.from_dense(x)))


def passes_gradients(x):  # fact: side_effects=false verdict=convert
    return tf.grad_pass_through(tf.round)(x) + tf.grad_pass_through(quiet)(x)


def passes_gradients_noisily(x):  # fact: side_effects=true verdict=keep
    return tf.grad_pass_through(noisy)(x)


def takes_while(x):  # fact: side_effects=true verdict=keep
    dataset = tf.data.Dataset.from_tensor_slices(x).take_while(positive)
    return dataset.reduce(0.0, lambda a, b: a + b)


def scans(x):  # fact: side_effects=true verdict=keep
    dataset = tf.data.Dataset.from_tensor_slices(x).scan(0.0, running)
    return dataset.reduce(0.0, lambda a, b: a + b)


def groups(x):  # fact: side_effects=true verdict=keep
    dataset = tf.data.Dataset.from_tensor_slices(x).group_by_window(bucket, lambda key, part: part.batch(2), 2)
    return dataset.reduce(0.0, lambda a, b: a + tf.reduce_sum(b))


def buckets(x):  # fact: side_effects=true verdict=keep
    dataset = tf.data.Dataset.from_tensor_slices(x).bucket_by_sequence_length(length, [2], [1, 1])
    return dataset.reduce(0.0, lambda a, b: a + tf.reduce_sum(b))


def applies(x):  # fact: side_effects=true verdict=keep
    dataset = tf.data.Dataset.from_tensor_slices(x).apply(doubled)
    return dataset.reduce(0.0, lambda a, b: a + b)


def maps_by_keras(x):  # fact: side_effects=true verdict=keep
    return tf.keras.ops.map(noisy, x)


def maps_quietly_by_keras(x):  # fact: side_effects=false verdict=convert
    return tf.keras.ops.map(quiet, x)


def vectorizes_by_keras(x):  # fact: side_effects=true verdict=keep
    return tf.keras.ops.vectorized_map(noisy, x)


def chooses_by_keras(x):  # fact: side_effects=true verdict=keep
    return tf.keras.ops.cond(x[0] > 0.0, lambda: noisy(x), lambda: x)


value = tf.constant([1.0, 2.0, 3.0])
rows = tf.RaggedTensor.from_row_lengths(value, [1, 2])
flat_values(rows)
flat_values_noisily(rows)
sparse_values(value)
sparse_values_noisily(value)
passes_gradients(value)
passes_gradients_noisily(value)
for function in (takes_while, scans, groups, buckets, applies):
    function(value)
for function in (maps_by_keras, maps_quietly_by_keras, vectorizes_by_keras, chooses_by_keras):
    function(value)
