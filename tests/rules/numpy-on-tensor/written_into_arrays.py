"""Tensors that are written into arrays, by element, by slice and by methods."""

import numpy as np
import tensorflow as tf


# tf: raises ValueError "setting an array element with a sequence"
def by_element(x):  # expect: HYB107 "a tensor is written into a NumPy array"
    out = np.zeros(3, np.float32)
    out[0] = x[0]
    return tf.constant(out)


# tf: raises ValueError "setting an array element with a sequence"
def by_augmented_element(x):  # expect: HYB107
    out = np.zeros(3, np.float32)
    out[0] += x[0]
    return tf.constant(out)


# tf: raises NotImplementedError "Cannot convert a symbolic tf.Tensor"
def by_slice(x):  # expect: HYB107
    out = np.zeros((2, 3), np.float32)
    out[1, :] = x
    return tf.constant(out)


# tf: raises NotImplementedError "NotImplementedError: Cannot convert a symbolic tf.Tensor (x:"
def by_list(x):  # expect: HYB107
    out = np.zeros((2, 3), np.float32)
    out[:] = [x, x]
    return tf.constant(out)


# tf: raises ValueError "setting an array element with a sequence"
def advantages(rewards, values):  # expect: HYB107
    out = np.zeros(2, np.float32)
    last = 0.0
    for t in reversed(range(2)):
        last = rewards[t] - values[t] + 0.9 * last
        out[t] = last
    return tf.constant(out)


# tf: raises NotImplementedError "NotImplementedError: Cannot convert a symbolic tf.Tensor (i:"
def at_a_tensor(x, i):  # expect: HYB107
    out = np.zeros(3, np.float32)
    out[i] = 1.0
    return x * out


# tf: raises ValueError "setting an array element with a sequence"
def by_fill(x):  # expect: HYB107
    out = np.zeros(3, np.float32)
    out.fill(x[0])
    return tf.constant(out)


# tf: raises NotImplementedError "Cannot convert a symbolic tf.Tensor"
def by_copyto(x):  # expect: HYB107
    out = np.zeros(3, np.float32)
    np.copyto(out, x)
    return tf.constant(out)


# tf: same
def of_numbers(x):  # expect: convert
    out = np.zeros(3, np.float32)
    out[0] = 2.0
    out[out > 1.0] += 1.0
    return x * out


x = tf.constant([1.0, 2.0, 3.0])
for function in (by_element, by_augmented_element, by_slice, by_list, by_fill, by_copyto, of_numbers):
    function(x)
advantages(np.ones(2, np.float32), np.zeros(2, np.float32))
at_a_tensor(x, tf.constant(1))
