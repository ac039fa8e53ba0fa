"""Layers that belong to two models, into which they come in different ways: freezing one model freezes them in the other."""

import keras
import tensorflow as tf

keras.utils.set_random_seed(0)


def dense():
    return keras.layers.Dense(2)


def built(model):
    model.build((None, 2))
    return model


added = keras.layers.Dense(2)
first_added = built(keras.Sequential([added]))
second_added = keras.Sequential()
second_added.add(keras.Input((2,)))
second_added.add(added)


class Listed(keras.Model):
    def __init__(self, layers):
        super().__init__()
        self.parts = [*layers]

    def call(self, x):
        for part in self.parts:
            x = part(x)
        return x


class Numbered(keras.Model):
    def __init__(self, layer):
        super().__init__()
        for number in range(2):
            setattr(self, f"part{number}", layer if number else dense())

    def call(self, x):
        return self.part1(self.part0(x))


class Kept(keras.Model):
    def __init__(self, **layers):
        super().__init__()
        self.parts = {"kept": None}
        self.parts.update(layers)

    def call(self, x):
        return self.parts["kept"](x)


layer_of_list = dense()
first_listed, second_listed = Listed([layer_of_list]), Listed([dense(), layer_of_list])
layer_of_wrapper = dense()
first_wrapped = built(keras.Sequential([layer_of_wrapper]))
second_wrapped = keras.layers.TimeDistributed(layer_of_wrapper)
layer_of_number = dense()
first_numbered, second_numbered = built(keras.Sequential([layer_of_number])), Numbered(layer_of_number)
layer_of_kept = dense()
first_kept, second_kept = built(keras.Sequential([layer_of_kept])), Kept(kept=layer_of_kept)
layer_replaced = dense()
first_replaced, second_replaced = built(keras.Sequential([layer_replaced])), Listed([dense()])
second_replaced.parts[0] = layer_replaced
for model in (first_listed, second_listed, second_numbered, second_kept, second_replaced):
    model(tf.zeros([1, 2]))
second_wrapped(tf.zeros([1, 1, 2]))


# tf: differs
def of_added():  # expect: HYB104
    return tf.constant(len(first_added.trainable_variables)) * 2


# tf: differs
def of_listed():  # expect: HYB104
    return tf.constant(len(first_listed.trainable_variables)) * 2


# tf: differs
def of_wrapped():  # expect: HYB104
    return tf.constant(len(first_wrapped.trainable_variables)) * 2


# tf: differs
def of_numbered():  # expect: HYB104
    return tf.constant(len(first_numbered.trainable_variables)) * 2


# tf: differs
def of_kept():  # expect: HYB104
    return tf.constant(len(first_kept.trainable_variables)) * 2


# tf: same
def of_replaced():  # expect: HYB104
    return tf.constant(len(first_replaced.trainable_variables)) * 2


results = []
for turn in range(2):
    results += [of_added(), of_listed(), of_wrapped(), of_numbered(), of_kept(), of_replaced()]
    second_added.trainable = False
    second_listed.trainable = False
    second_wrapped.trainable = False
    second_numbered.trainable = False
    second_kept.trainable = False
    second_replaced.trainable = False
