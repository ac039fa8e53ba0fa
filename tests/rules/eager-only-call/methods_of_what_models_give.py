"""What a model gives whose last layer cannot be seen may be a distribution; what other models give has the methods of tensors."""

import tensorflow as tf

try:
    from house.layers import Spread
except ImportError:
    Spread = tf.keras.layers.Dense

inputs = tf.keras.Input([3])
hidden = tf.keras.layers.Dense(2)(inputs)
plain = tf.keras.Model(inputs, hidden)
spread = tf.keras.Model(inputs, Spread(2)(hidden))


def mean_of_spread(x):  # expect: convert unsafe
    return spread(x, training=False).mean() * 2.0


# tf: raises AttributeError "AttributeError: 'SymbolicTensor' object has no attribute 'nu"
def numbers_of_spread(x):  # expect: HYB106
    return spread(x, training=False).numpy()


def mean_of_tensor(x):  # expect: HYB106
    return plain(x, training=False).mean()


for rows in (1, 2, 3):
    numbers_of_spread(tf.ones([rows, 3]))
    if rows > 3:
        mean_of_spread(tf.ones([rows, 3]))
        mean_of_tensor(tf.ones([rows, 3]))
