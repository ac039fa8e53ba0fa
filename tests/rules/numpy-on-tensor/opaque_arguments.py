"""NumPy makes arrays of what cannot be seen: where that is an array itself, a graph has a tensor."""

import pickle

import numpy as np
import tensorflow as tf

WEIGHTS = tf.Variable([1.0, 2.0])


# tf: raises NotImplementedError "NotImplementedError: Cannot convert a symbolic tf.Tensor (st"
def one_row(state):  # expect: undetermined HYB107
    return tf.reduce_sum(np.array([state]) * WEIGHTS)


# tf: raises NotImplementedError "NotImplementedError: Cannot convert a symbolic tf.Tensor (st"
def its_own_name(state):  # expect: undetermined HYB107
    state = np.expand_dims(state, 0)
    return tf.reduce_sum(state * WEIGHTS)


# tf: same
def as_tensor(state):  # expect: convert unsafe
    state = tf.convert_to_tensor(state, tf.float32)
    return tf.reduce_sum(state * WEIGHTS)


for _ in range(2):
    state = pickle.loads(pickle.dumps(np.ones(2, np.float32)))
    one_row(state)
    its_own_name(state)
    as_tensor(state)
