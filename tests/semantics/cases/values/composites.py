"""Ragged and sparse tensors, slices of gradients, tensor arrays and Keras tensors: their parts, and what is computed of them."""

import tensorflow as tf


def three_levels(x):  # fact: x:tensor
    return x * 1.0


def row(x):  # fact: x:tensor
    return x * 1.0


def each_row(x):  # fact: x:tensor
    return x * 1.0


def element(x):  # fact: x:tensor:float32:[]
    return x * 1.0


def vowels(x):  # fact: x:tensor:string:[] verdict=convert
    return tf.reduce_sum(tf.cast(tf.strings.regex_full_match(tf.strings.bytes_split(x), "[aeiou]"), tf.int32))


def of_lengths(x):  # fact: x:tensor:float32:[2,?,4]
    return x * 1.0


def of_splits(x):  # fact: x:tensor:float32:[2,?]
    return x * 1.0


def cut(x):  # fact: x:tensor:float32:[2,?,4]
    return x * 1.0


def scaled(x):  # fact: x:tensor:float32:[2,?]
    return x * 1.0


def compared(x):  # fact: x:tensor:bool:[2,?]
    return x


def sums(x):  # fact: x:tensor:float32:[2]
    return x * 1.0


def total(x):  # fact: x:tensor:float32:[]
    return x * 1.0


def joined(x):  # fact: x:tensor:float32:[4,?]
    return x * 1.0


def of_function(x):  # fact: x:tensor:float32:?
    return x * 1.0


def uniform(x):  # fact: x:tensor:float32:[2]
    return x * 1.0


def from_dense(x):  # fact: x:tensor:float32:[3,3]
    return x


def scaled_sparse(x):  # fact: x:tensor:float32:[3,3]
    return x


def of_sparse(x):  # fact: x:tensor:float32:[3,3]
    return x * 1.0


def shape_of_sparse(x):  # fact: x:tensor:int64:[2]
    return x


def gradient(x):  # fact: x:tensor:float32:[5,2]
    return x


def rows_of_gradient(x):  # fact: x:tensor:float32:[2,4]
    return x


def which_rows(x):  # fact: x:tensor:?:[2]
    return x


def written(x):  # fact: x:tensor:float32:[?,3]
    return x * 1.0


def grown(x):  # fact: x:tensor:float32:[?,3]
    return x * 1.0


def unstacked(x):  # fact: x:tensor:float32:[5]
    return x * 1.0


def concatenated(x):  # fact: x:tensor:float32:[?]
    return x * 1.0


def input_of_model(x):  # fact: x:tensor:float32:[?,28,28,1]
    return x


def integers_of_model(x):  # fact: x:tensor:int32:[?,?]
    return x


def batch_of_model(x):  # fact: x:tensor:float32:[4,3]
    return x


def output_of_layer(x):  # fact: x:tensor:float32:[?,26,26,8]
    return x


three_levels(tf.ragged.constant([[[1.0], []], [[2.0, 3.0]]]))
r = tf.ragged.constant([[1.0], [2.0, 3.0]])
row(r[1])
for part in r:
    each_row(part)
element(r[1, 0])
of_lengths(tf.RaggedTensor.from_row_lengths(tf.ones([3, 4]), [1, 2]))
of_splits(tf.RaggedTensor.from_row_splits(tf.ones([3]), [0, 1, 3]))
cut(tf.RaggedTensor.from_tensor(tf.ones([2, 3, 4])))
scaled(r * 2.0 + r)
compared(r > 1.0)
sums(tf.reduce_sum(r, axis=1))
total(tf.reduce_sum(r))
joined(tf.concat([r, r], axis=0))
of_function(tf.ragged.map_flat_values(tf.sqrt, r))
uniform(tf.ragged.constant([1.0, 2.0]))
s = tf.sparse.from_dense(tf.eye(3))
from_dense(s)
scaled_sparse(s * 2.0)
of_sparse(tf.sparse.to_dense(s * 2.0))
shape_of_sparse(s.dense_shape)
table = tf.Variable(tf.ones([5, 2]))
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.gather(table, [0, 3]))
g = tape.gradient(loss, table)
gradient(g)
slices = tf.IndexedSlices(tf.ones([2, 4]), tf.constant([0, 3]))
rows_of_gradient(slices.values)
which_rows(slices.indices)
states = tf.TensorArray(tf.float32, size=2)
states = states.write(0, tf.ones([3]))
states = states.write(1, tf.zeros([3]))
written(states.stack())
outputs = tf.TensorArray(tf.float32, size=0, dynamic_size=True, element_shape=[3])
for i in range(4):
    outputs = outputs.write(i, tf.ones([3]))
grown(outputs.stack())
parts = tf.TensorArray(tf.float32, size=2, element_shape=[5]).unstack(tf.ones([2, 5]))
unstacked(parts.read(0))
concatenated(parts.concat())
image = tf.keras.Input([28, 28, 1])
input_of_model(image)
integers_of_model(tf.keras.Input([None], dtype="int32"))
batch_of_model(tf.keras.Input([3], batch_size=4))
output_of_layer(tf.keras.layers.Conv2D(8, 3)(image))
vowels(tf.constant("hello"))
