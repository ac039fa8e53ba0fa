import keras
import tensorflow as tf


class Model:
    def __init__(self):
        self.dense = keras.layers.Dense(3)

    def forward(self, x):
        return self.dense(x)


def first(model, x):
    return model.forward(x)


def second(model, x):
    return model.forward(x) + 1.0


model = Model()
first(model, tf.ones((2, 3)))
second(model, tf.ones((2, 3)))
