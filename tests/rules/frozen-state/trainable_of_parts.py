"""Whether layers train, set in ways and on objects that have to do with the model that is read."""

import keras
import tensorflow as tf

keras.utils.set_random_seed(0)


def made(*layers):
    model = keras.Sequential([*layers])
    model.build((None, 2))
    return model


shared = keras.layers.Dense(2)
one, other = made(keras.layers.Dense(2), shared), made(shared)
named, by_name = made(keras.layers.Dense(2)), made(keras.layers.Dense(2))
inside, around = keras.layers.Dense(2), None
inside.build((None, 2))
around = keras.Sequential([inside])
around.build((None, 2))
start = keras.Input((2,))
middle = keras.layers.Dense(3)(start)
first = keras.Model(start, middle)
last = keras.Model(start, keras.layers.Dense(1)(middle))
apart = made(keras.layers.Dense(2))
made_later = {"model": made(keras.layers.Dense(2))}


class Critic(keras.Model):
    def __init__(self, part):
        super().__init__()
        self.part = part
        self.own = keras.layers.Dense(2)

    def call(self, x):
        return self.own(self.part(x))

    def freeze(self):
        self.trainable = False


part = made(keras.layers.Dense(2))
critic = Critic(part)
critic(tf.zeros([1, 2]))


def count(model):
    return tf.constant(len(model.trainable_variables)) * 2


# tf: differs
def of_shared():  # expect: HYB104
    return tf.constant(len(one.trainable_variables)) * 2


# tf: differs
def of_named():  # expect: HYB104
    return tf.constant(len(named.trainable_variables)) * 2


# tf: differs
def of_inside():  # expect: HYB104
    return tf.constant(len(inside.trainable_variables)) * 2


# tf: differs
def of_first():  # expect: HYB104
    return tf.constant(len(first.trainable_variables)) * 2


# tf: differs
def of_part():  # expect: HYB104
    return tf.constant(len(part.trainable_variables)) * 2


# tf: differs
def of_entry():  # expect: HYB104
    return tf.constant(len(made_later["model"].trainable_variables)) * 2


results = []
for turn in range(2):
    results += [of_shared(), of_named(), of_inside(), of_first(), of_part(), of_entry()]
    other.trainable = False
    setattr(named, "trainable", False)
    around.trainable = False
    last.trainable = False
    critic.freeze()
    for model in made_later.values():
        model.trainable = False
