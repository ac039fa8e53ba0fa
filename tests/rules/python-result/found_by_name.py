"""Functions that Keras finds by their names, and what it tells of them and of layers: a function, a text, a dict."""

import tensorflow as tf


class Activated(tf.keras.layers.Layer):
    def __init__(self, activation):
        super().__init__()
        self.activation = tf.keras.activations.get(activation)

    # tf: same
    def call(self, x):  # expect: convert
        y = self.activation(x)
        return tf.reduce_sum(tf.exp(y))


by_name, by_function, by_nothing = Activated("relu"), Activated(tf.nn.tanh), Activated(None)


# tf: same
def layers(x):  # expect: convert
    return by_name(x) + by_function(x) + by_nothing(x)


# tf: same
def found(x):  # expect: convert
    return tf.keras.activations.deserialize("tanh")(x) * 2.0


# tf: differs
def name_of_activation(function):  # expect: HYB116, HYB118
    return tf.keras.activations.serialize(function)


# tf: differs
def told_of_layer(layer, x):  # expect: HYB112
    return tf.keras.layers.serialize(layer)["class_name"], tf.reduce_sum(x)


# tf: differs
def told_of_object(layer, x):  # expect: HYB112
    return tf.keras.utils.serialize_keras_object(layer)["class_name"], tf.reduce_sum(x)


x = tf.constant([1.0, -2.0])
RESULTS = [layers(x), found(x), name_of_activation(tf.nn.relu)]
RESULTS += [told_of_layer(tf.keras.layers.Flatten(), x), told_of_object(tf.keras.layers.Flatten(), x)]


# tf: raises TypeError "To be compatible with tf.function, Python functions must ret"
def cloned(initializer):  # expect: HYB112
    return initializer.__class__.from_config(initializer.get_config())


# tf: same
def drawn(initializer):  # expect: convert unsafe
    return initializer.__class__.from_config(initializer.get_config())((2, 3)) * 2.0


ZEROS = eval("tf.keras.initializers.Zeros()", {"tf": tf})
RESULTS += [type(cloned(ZEROS)).__name__, drawn(ZEROS)]
