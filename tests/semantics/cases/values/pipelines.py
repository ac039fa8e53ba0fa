"""Elements of datasets: lengths of batches, structures, generators, windows, mixtures."""

import numpy as np
import tensorflow as tf

D = tf.data.Dataset
ROWS, LABELS = tf.ones([10, 8]), tf.range(10)


def whole_batches(x):  # fact: x:tensor:float32:[3,8]
    return x * 1.0


def exact_batches(x):  # fact: x:tensor:float32:[5,8]
    return x * 1.0


def one_batch(x):  # fact: x:tensor:float32:[10,8]
    return x * 1.0


def batches_of_batches(x):  # fact: x:tensor:float32:[5,2,8]
    return x * 1.0


def padded_to(x, n):  # fact: x:tensor:float32:[5,9] n:tensor:int32:[5]
    return x, n


def padded_to_longest(x):  # fact: x:tensor:int64:[2,?]
    return x * 1


def padded_whole(x):  # fact: x:tensor:float32:[4,8]
    return x * 1.0


def padded_more(x):  # fact: x:tensor:float32:[4,12]
    return x * 1.0


def ragged_batches(x):  # fact: x:tensor:int32:[2,?]
    return x


def window_as_batch(x):  # fact: x:tensor:float32:[4,8]
    return x * 1.0


def mapped_numbers(x, y, text):  # fact: x:tensor:float32:[8] y:tensor:float32:[] text:tensor:string:[]
    return x, y, text


def mapped_list(x, y):  # fact: x:tensor:float32:[8] y:tensor:float32:[8]
    return x, y


def mapped_dict(x):  # fact: x:tensor:float32:[4]
    return x


def zipped_apart(x, i):  # fact: x:tensor:float32:[8] i:tensor:int64:[]
    return x, i


def zipped_nested(x, i, n):  # fact: x:tensor:float32:[8] i:tensor:int64:[] n:tensor:int32:[]
    return x, i, n


def by_types(x, n):  # fact: x:tensor:float32:[3] n:tensor:int32:[]
    return x, n


def by_dtypes_alone(x):  # fact: x:tensor:float32:?
    return x


def by_ragged_signature(x):  # fact: x:tensor:int32:[2,?]
    return x


def by_sparse_signature(x):  # fact: x:tensor:float32:[1,2]
    return x


def with_arguments(i):  # fact: i:tensor:int32:[]
    return i


def ragged_rows(x):  # fact: x:tensor:float32:[?]
    return x


def unlike(x):  # fact: x:tensor:float32:[?]
    return x


def interleaved(x):  # fact: x:tensor:float32:[]
    return x


def scanned(x):  # fact: x:tensor:float32:[]
    return x


def filtered(x):  # fact: x:tensor:float32:[8]
    return x


def grouped(x):  # fact: x:tensor:float32:[?,8]
    return x


def bucketed(x):  # fact: x:tensor:float32:[?,8]
    return x


def sampled(x):  # fact: x:tensor:float32:[8]
    return x


def rebatched(x):  # fact: x:tensor:float32:[?,8]
    return x


def dict_of_batches(x, y):  # fact: x:tensor:float32:[5,8] y:tensor:int32:[5]
    return x, y


def inside(x):  # fact: x:tensor:float32:[?,8]
    return x * 2.0


def produce():
    yield np.ones([3], np.float32), 1


def produce_ragged():
    yield tf.ragged.constant([[1], [2, 3]])


def produce_sparse():
    yield tf.sparse.from_dense([[0.0, 1.0]])


def count_to(n):
    yield from range(n)


rows, pairs = D.from_tensor_slices(ROWS), D.from_tensor_slices((ROWS, LABELS))
for x in rows.batch(3, drop_remainder=True):
    whole_batches(x)
for x in rows.batch(5):
    exact_batches(x)
for x in rows.batch(64):
    one_batch(x)
for x in rows.batch(2).batch(5):
    batches_of_batches(x)
for x, n in pairs.padded_batch(5, padded_shapes=([9], [])):
    padded_to(x, n)
for x in D.range(4).map(lambda i: tf.range(i)).padded_batch(2):
    padded_to_longest(x)
for x in rows.padded_batch(4, drop_remainder=True):
    padded_whole(x)
for x in rows.padded_batch(4, padded_shapes=[12], drop_remainder=True):
    padded_more(x)
for x in D.range(4).map(lambda i: tf.range(tf.cast(i, tf.int32))).ragged_batch(2):
    ragged_batches(x)
for x in rows.window(4, shift=1, drop_remainder=True).flat_map(lambda w: w.batch(4, drop_remainder=True)):
    window_as_batch(x)
for x, y, text in rows.map(lambda x: (x, 1.0, "text")):
    mapped_numbers(x, y, text)
for x, y in rows.map(lambda x: [x, x]):
    mapped_list(x, y)
for features in rows.map(lambda x: {"half": x[:4]}):
    mapped_dict(features["half"])
for x, i in D.zip(rows, D.range(3)):
    zipped_apart(x, i)
for x, (i, n) in D.zip((rows, (D.range(3), D.from_tensor_slices(LABELS)))):
    zipped_nested(x, i, n)
for x, n in D.from_generator(produce, (tf.float32, tf.int32), ([3], [])):
    by_types(x, n)
for x, _ in D.from_generator(produce, output_types=(tf.float32, tf.int32)):
    by_dtypes_alone(x)
for x in D.from_generator(produce_ragged, output_signature=tf.RaggedTensorSpec([2, None], tf.int32)):
    by_ragged_signature(x)
for x in D.from_generator(produce_sparse, output_signature=tf.SparseTensorSpec([1, 2], tf.float32)):
    by_sparse_signature(x)
for i in D.from_generator(count_to, args=[3], output_signature=tf.TensorSpec([], tf.int32)):
    with_arguments(i)
for x in D.from_tensor_slices(tf.ragged.constant([[1.0], [2.0, 3.0]])):
    ragged_rows(x)
for x in rows.map(lambda x: x[:2]).concatenate(rows):
    unlike(x)
for x in rows.interleave(lambda x: D.from_tensor_slices(x)):
    interleaved(x)
for x in rows.scan(0.0, lambda total, x: (total + x[0], total)):
    scanned(x)
for x in rows.filter(lambda x: x[0] > 0.0).take_while(lambda x: x[0] > 0.0):
    filtered(x)
for x in rows.group_by_window(lambda x: tf.cast(x[0], tf.int64), lambda key, w: w.batch(4), window_size=4):
    grouped(x)
for x in rows.bucket_by_sequence_length(lambda x: 8, [9], [5, 5]):
    bucketed(x)
for x in D.sample_from_datasets([rows, rows], seed=1):
    sampled(x)
for x in rows.batch(5).rebatch(3):
    rebatched(x)
for features in D.from_tensor_slices({"x": ROWS, "y": LABELS}).batch(5):
    dict_of_batches(features["x"], features["y"])
for x in rows.batch(5).map(inside):
    pass
