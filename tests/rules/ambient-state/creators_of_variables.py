"""`tf.variable_creator_scope`: a function of the program makes the variables, also those that a first call makes."""

import tensorflow as tf

made = []
x = tf.constant([1.0, 2.0])


def recorded(next_creator, **kwargs):
    variable = next_creator(**kwargs)
    made.append(variable.name)
    return variable


with tf.variable_creator_scope(recorded):
    kept = tf.Variable([3.0, 4.0])


class Scale:
    def __init__(self):
        self.w = None

    # tf: same
    def __call__(self, y):  # expect: HYB103
        if self.w is None:
            self.w = tf.Variable([1.0, 3.0])
        return y * self.w


# tf: same
def scaled(y):  # expect: convert
    return y * kept


scale = Scale()
RESULTS = []
for turn in range(2):
    with tf.variable_creator_scope(recorded):
        RESULTS += [scale(x), scaled(x), list(made)]
    kept.assign_add([1.0, 1.0])
