"""Static shapes of what cannot be seen are checked: by methods that only shapes have, and that change nothing."""

import tensorflow as tf


class Model:
    """Looked up by its name: what it does cannot be seen."""

    def __init__(self):
        self.weight = tf.Variable(2.0)

    def __call__(self, x):
        return tf.tanh(x) * self.weight

    def masked(self, x):
        return tf.boolean_mask(x, x > 0.0)

    def assert_is_small(self, x):
        print("asked")
        tf.debugging.assert_less(x, 100.0)


model = globals()["Model"]()


# tf: same
def checked(x):  # expect: convert unsafe
    y = model(x)
    y.shape.assert_is_fully_defined()
    y.shape.assert_has_rank(2)
    return tf.tanh(y) * float(y.shape.num_elements())


# tf: raises ValueError "is not fully defined"
def checked_where_a_graph_knows_less(x):  # expect: convert unsafe
    y = model.masked(x)
    y.shape.assert_is_fully_defined()
    return tf.tanh(y)


# tf: differs
def asserts_itself(x):  # expect: undetermined HYB118, HYB121
    y = model(x)
    model.assert_is_small(y)
    return y * 2.0


for _ in range(3):
    value = tf.ones([2, 3])
    checked(value), checked_where_a_graph_knows_less(value), asserts_itself(value)
