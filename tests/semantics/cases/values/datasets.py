"""What datasets yield, through every step of a pipeline."""

import numpy as np
import tensorflow as tf

IMAGES, LABELS = tf.ones([10, 8]), tf.range(10)


def slices(x, y):  # fact: x:tensor:float32:[8] y:tensor:int32:[]
    return x, y


def whole(x):  # fact: x:tensor:float32:[10,8]
    return x * 1.0


def batch(x, y):  # fact: x:tensor:float32:[4,8] y:tensor:int32:[4]
    return x, y


def batch_remainder(x):  # fact: x:tensor:float32:[?,8]
    return x * 1.0


def mapped(x):  # fact: x:tensor:float32:[2,4]
    return x * 1.0


def zipped(x, y):  # fact: x:tensor:float32:[8] y:tensor:float32:[2]
    return x, y


def shuffled(x):  # fact: x:tensor:float32:[8]
    return x * 1.0


def padded(x):  # fact: x:tensor:float32:[2,9]
    return x * 1.0


def generated(x, y):  # fact: x:tensor:float32:[3] y:tensor:int32:[]
    return x, y


def windowed(x):  # fact: x:tensor:float32:[8]
    return x * 1.0


def unbatched(x):  # fact: x:tensor:float32:[8]
    return x * 1.0


def taken(x):  # fact: x:tensor:float32:[8]
    return x * 1.0


def concatenated(x):  # fact: x:tensor:float32:[8]
    return x * 1.0


def dicts(x):  # fact: x:tensor:float32:[8]
    return x * 1.0


def counted(i):  # fact: i:tensor:int64:[]
    return i


def ranged(i):  # fact: i:tensor:int64:[]
    return i


def produce():
    yield np.ones([3], np.float32), 1


pairs = tf.data.Dataset.from_tensor_slices((IMAGES, LABELS))
for x, y in pairs:
    slices(x, y)
for x in tf.data.Dataset.from_tensors(IMAGES):
    whole(x)
for x, y in pairs.batch(4, drop_remainder=True):
    batch(x, y)
images = tf.data.Dataset.from_tensor_slices(IMAGES)
for x in images.batch(4):
    batch_remainder(x)
for x in images.map(lambda x: tf.reshape(x, [2, 4])):
    mapped(x)
for x, y in tf.data.Dataset.zip((images, images.map(lambda x: x[:2]))):
    zipped(x, y)
for x in images.shuffle(10).repeat(2).prefetch(1).cache():
    shuffled(x)
for x in images.padded_batch(2, padded_shapes=[9]):
    padded(x)
spec = (tf.TensorSpec([3], tf.float32), tf.TensorSpec([], tf.int32))
for x, y in tf.data.Dataset.from_generator(produce, output_signature=spec):
    generated(x, y)
for window in images.window(2):
    for x in window:
        windowed(x)
for x in images.batch(5).unbatch():
    unbatched(x)
for x in images.take(2).skip(1):
    taken(x)
for x in images.concatenate(images):
    concatenated(x)
for element in tf.data.Dataset.from_tensor_slices({"a": IMAGES, "b": LABELS}):
    dicts(element["a"])
for i, x in images.enumerate():
    counted(i)
for i in tf.data.Dataset.range(3):
    ranged(i)
