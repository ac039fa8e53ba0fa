"""What a function does with objects of a library class, where it is given tensors and tuples: nothing."""

import tensorflow as tf


# tf: same
def scores(model, x):  # expect: convert
    if isinstance(x, tf.data.Dataset):
        print("a dataset")
        return tf.stack([model(batch) for batch in x])
    return tf.exp(x) * model(x)


# tf: same
def paired(pair):  # expect: convert
    if isinstance(pair, (tf.keras.Model, tf.data.Dataset, tf.Module)):
        print("no pair")
    first, second = pair
    return tf.exp(first * second)


# tf: differs
def either(x):  # expect: HYB101
    if isinstance(x, tf.Tensor):
        print("a tensor")
    return tf.exp(x)


# tf: differs
def with_a_module(module, x):  # expect: HYB101
    if isinstance(module, tf.Module):
        print("a module")
    return module(tf.exp(x))


# tf: differs
def of_a_shape(x):  # expect: HYB101
    if isinstance(x.shape, tf.TensorShape):
        print("a shape")
    return tf.exp(x)


layer = tf.keras.layers.Dense(2)
layer.build([None, 2])
x = tf.ones([2, 2])
for _ in range(3):
    scores(layer, x)
    paired((x, x))
    either(x)
    of_a_shape(x)


class Scale(tf.Module):
    def __call__(self, y):
        return y * 2.0


scale = Scale()
for _ in range(3):
    with_a_module(scale, x)
