"""What Keras models put out: layers one after the other, functional models, several outputs."""

import tensorflow as tf
from tensorflow import keras


def functional(width):  # fact: width:primitive
    inputs = keras.Input((6,))
    hidden = keras.layers.Dense(width, activation="relu")(inputs)
    return keras.Model(inputs, keras.layers.Dense(3)(hidden))


def two_outputs():  # fact: tensor_parameter=false
    inputs = keras.Input((6,))
    hidden = keras.layers.Dense(4)(inputs)
    return keras.Model(inputs, [hidden, keras.layers.Reshape((2, 2))(hidden)])


def grown(widths):  # fact: tensor_parameter=false
    model = keras.Sequential()
    model.add(keras.Input((6,)))
    for width in widths:
        model.add(keras.layers.Dense(width))
    return model


def sees_functional(x):  # fact: x:tensor:float32:[?,3]
    return x * 1.0


def sees_first(x):  # fact: x:tensor:float32:[?,4]
    return x * 1.0


def sees_second(x):  # fact: x:tensor:float32:[?,2,2]
    return x * 1.0


def sees_grown(x):  # fact: x:tensor:float32:?
    return x * 1.0


def sees_sequence(x):  # fact: x:tensor:float32:[2,5]
    return x * 1.0


def sees_images(x):  # fact: x:tensor:float32:[2,6,6,4]
    return x * 1.0


x = tf.ones([2, 6])
sees_functional(functional(4)(x))
first, second = two_outputs()(x)
sees_first(first)
sees_second(second)
sees_grown(grown([4, 3])(x))
sees_sequence(keras.Sequential([keras.layers.Dense(5), keras.layers.ReLU()])(x))
sees_images(keras.layers.Conv2D(4, 3)(tf.ones([2, 8, 8, 3])))
