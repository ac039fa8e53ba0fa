"""What Keras layers put out under a policy of dtypes that the program sets: shapes are as ever, and `dtype` decides dtypes."""

import tensorflow as tf
from tensorflow import keras

keras.mixed_precision.set_global_policy("mixed_float16")


def functional():  # fact: tensor_parameter=false
    inputs = keras.Input((6,))
    hidden = keras.layers.Dense(4, activation="relu")(inputs)
    return keras.Model(inputs, [hidden, keras.layers.Dense(3, dtype="float32")(hidden)])


class Weighted(keras.layers.Layer):
    def build(self, shape):  # fact: side_effects=true
        self.w = self.add_weight(shape=(6, 5), name="w", initializer="ones")
        self.n = self.add_weight(shape=(), name="n", dtype="int32", initializer="ones", trainable=False)

    def call(self, x):  # fact: side_effects=false
        sees_weighted(tf.matmul(x, tf.convert_to_tensor(self.w)))
        return sees_count(tf.convert_to_tensor(self.n) + 1)


def sees_weighted(x):  # fact: x:tensor:?:[2,5]
    return x * 1.0


def sees_count(n):  # fact: n:tensor:int32:[]
    return n * 1


class Images(keras.layers.Layer):
    def call(self, x):  # fact: x:tensor:?:[2,8,8,3]
        return x * 1.0


def sees_dense(x):  # fact: x:tensor:?:[2,5]
    return x * 1.0


def sees_images(x):  # fact: x:tensor:?:[2,6,6,4]
    return x * 1.0


def sees_pooled(x):  # fact: x:tensor:?:[2,3]
    return x * 1.0


def sees_own_dtype(x):  # fact: x:tensor:float32:[2,5]
    return x * 1.0


def sees_own_policy(x):  # fact: x:tensor:bfloat16:[2,5]
    return x * 1.0


def sees_numbers(x):  # fact: x:tensor:int32:[2,6]
    return x * 1


def sees_joined(x):  # fact: x:tensor:?:[2,12]
    return x * 1.0


def sees_hidden(x):  # fact: x:tensor:?:[?,4]
    return x * 1.0


def sees_last(x):  # fact: x:tensor:float32:[?,3]
    return x * 1.0


x, images = tf.ones([2, 6]), tf.ones([2, 8, 8, 3])
sees_dense(keras.layers.Dense(5)(x))
sees_images(keras.layers.Conv2D(4, 3)(images))
sees_pooled(keras.layers.GlobalAveragePooling2D()(Images()(images)))
sees_own_dtype(keras.Sequential([keras.layers.Dense(4), keras.layers.Dense(5, dtype="float32")])(x))
sees_own_policy(keras.layers.Dense(5, dtype="mixed_bfloat16")(x))
sees_numbers(keras.layers.Flatten()(tf.ones([2, 3, 2], tf.int32)))
sees_joined(keras.layers.Concatenate()([x, x]))
hidden, last = functional()(x)
sees_hidden(hidden)
sees_last(last)
Weighted()(x)
