"""Operations that have nothing to do hand a variable on; out of a graph comes a tensor."""

import keras
import tensorflow as tf

weights = tf.Variable([1.0, 2.0])


# tf: differs
def cast(x):  # expect: HYB112
    weights.assign_add(x)
    return tf.cast(weights, tf.float32)


# tf: differs
def cast_argument(w):  # expect: HYB112
    return tf.cast(w, tf.float32)


# tf: differs
def cast_by_keras(x):  # expect: HYB112
    weights.assign_add(x)
    return keras.ops.cast(weights, "float32")


# tf: differs
def converted_by_keras(x):  # expect: HYB112
    weights.assign_add(x)
    return keras.ops.convert_to_tensor(weights)


# tf: differs
def activated(x):  # expect: HYB112
    weights.assign_add(x)
    return keras.activations.linear(weights)


# tf: same
def cast_to_another(x):  # expect: convert
    weights.assign_add(x)
    return tf.cast(weights, tf.float64)


# tf: same
def identity(x):  # expect: convert
    weights.assign_add(x)
    return tf.identity(weights)


# tf: same
def computed_with(x):  # expect: convert
    return tf.cast(weights, tf.float32) * x


x = tf.constant([0.5, -2.0])
RESULTS = [f(x) for f in (cast, cast_by_keras, converted_by_keras, activated)]
RESULTS += [cast_argument(weights), cast_to_another(x), identity(x), computed_with(x)]
