# Eager: prints zeros. In the graph cloning the model makes its weights inside: ValueError.
import keras
import tensorflow as tf


def probe(model, x):
    return keras.models.clone_model(model)(x) * 0.0


m = keras.Sequential([keras.layers.Input((2,)), keras.layers.Dense(1)])
print(probe(m, tf.ones([1, 2])))
