"""What has a decorator for the sake of its graph, which something asks for, keeps it."""

import tensorflow as tf


class Model:
    # tf: differs
    @tf.function
    def rate(self):  # expect: keep
        return 4

    # tf: differs
    @tf.function
    def width(self):  # expect: remove unsafe
        return 8


def exported(model):  # expect: undetermined HYB112, HYB116, HYB118, HYB121
    return model.rate.get_concrete_function()


model = Model()
print(model.rate(), model.width())
