"""Whether layers train, which is set anew between the calls of one function, or before all of them."""

import tensorflow as tf

x = tf.constant([[1.0, 2.0], [3.0, 5.0]])


def normalising():
    return tf.keras.Sequential([tf.keras.Input([2]), tf.keras.layers.BatchNormalization(momentum=0.5)])


again = normalising()


# tf: differs
def set_again(x):  # expect: HYB104
    return again(x, training=True)


def main():
    again.trainable = False
    first = set_again(x)
    again.trainable = True
    return first, set_again(x)


results = main()
