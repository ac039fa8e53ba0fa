"""`.numpy()` and the training loops of Keras exist only outside a graph."""

import tensorflow as tf


# tf: raises AttributeError "AttributeError: 'SymbolicTensor' object has no attribute 'nu"
def as_numpy(x):  # expect: HYB106
    return x * x.numpy().max()


# tf: raises AttributeError "AttributeError: 'SymbolicTensor' object has no attribute 'nu"
def helper_as_numpy(x):  # expect: HYB106
    return x * peak(x)


def peak(x):
    return tf.reduce_max(x).numpy()


# tf: same
def as_tensor(x):  # expect: convert
    return x * tf.reduce_max(x)


class Table:
    def numpy(self):
        return 3.0


# tf: same
def own_numpy(x):  # expect: convert
    return x * Table().numpy()


# tf: same
def backpropagates(x):  # expect: convert
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(x * x)
    return tape.gradient(y, x)


# tf: same
@tf.function
def hybrid_without_numpy(x):  # expect: keep
    return tf.reduce_sum(x * 2.0)


for step in range(2):
    value = tf.constant([1.0, 2.0]) * float(step + 1)
    as_numpy(value)
    helper_as_numpy(value)
    as_tensor(value)
    own_numpy(value)
    backpropagates(value)
    hybrid_without_numpy(value).numpy()
