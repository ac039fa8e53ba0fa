"""Models of Keras that hold a layer which cannot be seen: what the layer does when the model runs is an assumption."""

import tensorflow as tf

try:
    from house import Scaled
except ImportError:

    class Scaled(tf.keras.layers.Layer):
        # tf: same
        def call(self, x):  # expect: convert
            return x * 2.0


seen = []


class Counted(tf.keras.layers.Layer):
    def call(self, x):  # expect: HYB102
        seen.append(1)
        return x * 2.0


listed = tf.keras.Sequential([Scaled(), tf.keras.layers.ReLU()])
added = tf.keras.Sequential()
added.add(Scaled())
inputs = tf.keras.Input((2,))
functional = tf.keras.Model(inputs, Scaled()(inputs))
wrapped = tf.keras.layers.TimeDistributed(Scaled())
nested = tf.keras.Sequential([listed, tf.keras.layers.ReLU()])
counting = tf.keras.Sequential([Scaled(), Counted()])
known = tf.keras.Sequential([tf.keras.layers.ReLU()])


# tf: same
def through_a_list(x):  # expect: convert unsafe
    return listed(x) + 1.0


# tf: same
def through_what_was_added(x):  # expect: convert unsafe
    return added(x) + 1.0


# tf: same
def through_a_functional_model(x):  # expect: convert unsafe
    return functional(x) + 1.0


# tf: same
def through_a_wrapper(x):  # expect: convert unsafe
    return wrapped(x[:, None, :]) + 1.0


# tf: same
def through_a_model_in_a_model(x):  # expect: convert unsafe
    return nested(x) + 1.0


# tf: differs
def through_one_that_counts(x):  # expect: HYB102, HYB104
    return counting(x) + float(len(seen))


# tf: same
def through_what_is_known(x):  # expect: convert
    return known(x) + 1.0


value = tf.constant([[1.0, -2.0]])
for model in (listed, added, functional, nested, counting, known):
    model(value)
wrapped(value[:, None, :])
for _ in range(2):
    through_a_list(value)
    through_what_was_added(value)
    through_a_functional_model(value)
    through_a_wrapper(value)
    through_a_model_in_a_model(value)
    through_one_that_counts(value)
    through_what_is_known(value)
