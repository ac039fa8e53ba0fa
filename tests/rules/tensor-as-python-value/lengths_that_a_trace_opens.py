"""More graphs with open lengths: of lists and dicts, those that the program asks for, and those that are exported."""

import tempfile

import keras
import tensorflow as tf


@tf.function(input_signature=[{"x": tf.TensorSpec([None, 2], tf.float32)}])
def of_dict(parts):
    return of_part(parts["x"]) + of_parts(parts)


@tf.function(input_signature=[[tf.TensorSpec([None, 2], tf.float32)]])
def of_list(parts):
    return of_element(parts[0])


@tf.function
def asked(x):
    return below(x)


class Layer(keras.layers.Layer):
    def call(self, x):
        return x * exported(x)


# tf: differs
def of_part(x):  # expect: HYB105
    return tf.reduce_sum(x) * float(x.shape[0] or 1)


# tf: differs
def of_parts(parts):  # expect: HYB105
    return tf.reduce_sum(parts["x"]) * float(parts["x"].shape[0] or 1)


# tf: differs
def of_element(x):  # expect: HYB105
    return tf.reduce_sum(x) * float(x.shape[0] or 1)


# tf: differs
def below(x):  # expect: HYB105
    return tf.reduce_sum(x) * float(x.shape[0] or 1)


# tf: differs
def exported(x):  # expect: HYB105
    return tf.reduce_sum(x) * float(x.shape[0] or 1)


model = keras.Sequential([Layer()])
asked.get_concrete_function(tf.TensorSpec([None, 2], tf.float32))
RESULTS = [of_dict({"x": tf.ones((1, 2))}), of_list([tf.ones((1, 2))]), model(tf.ones((2, 2)))]
model.export(tempfile.mkdtemp(), verbose=False)
for number in (3, 4, 5):
    x = tf.ones((number, 2))
    RESULTS += [of_part(x), of_parts({"x": x}), of_element(x), below(x), exported(x)]
