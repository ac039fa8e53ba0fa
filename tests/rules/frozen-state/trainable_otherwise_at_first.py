"""A layer that does not train at first, and does once a step has frozen its model for a time."""

import keras
import tensorflow as tf

keras.utils.set_random_seed(0)
inner = keras.layers.BatchNormalization(momentum=0.5, trainable=False)
model = keras.Sequential([inner])
model.build((None, 2))
other = keras.Sequential([keras.layers.BatchNormalization(momentum=0.5)])
other.build((None, 2))
whole = keras.Sequential([other])
whole.build((None, 2))


# tf: differs
def of_model(x):  # expect: HYB104
    return model(x, training=True) * 2.0


def step(x):  # expect: HYB102, HYB104
    model.trainable = False
    result = tf.reduce_sum(model(x))
    model.trainable = True
    return result


# tf: differs
def of_part(x):  # expect: HYB104
    return other(x, training=True) * 2.0


# tf: differs
def of_whole(x):  # expect: HYB104
    return tf.add_n([v * 2.0 for v in whole.trainable_variables] + [tf.zeros([2])])


x = tf.constant([[1.0, 2.0], [3.0, 5.0]])
results = []
for turn in range(3):
    results += [of_model(x), step(x), of_part(x), of_whole(x)]
    whole.trainable = False
