"""What models of the program have inside runs with them: theirs from `super().__init__`, from `add`, and of a copy."""

import tensorflow as tf

CALLS = []


class Counted(tf.keras.layers.Layer):
    def call(self, x):
        CALLS.append(1)
        return x * 2.0


class Given(tf.keras.Sequential):
    def __init__(self):
        super().__init__([Counted()])


class Added(tf.keras.Sequential):
    def __init__(self):
        super().__init__()
        self.add(Counted())


class Extended(tf.keras.Sequential):
    def call(self, x, training=None):
        return super().call(x, training=training) + x


class Doubled(tf.keras.layers.Dense):
    def call(self, x):
        return super().call(x) * 2.0


given = Given()
outer = tf.keras.Sequential([Given()])
added = tf.keras.Sequential([Added()])
extended = Extended([Counted()])
plain = Extended([tf.keras.layers.Dense(2, kernel_initializer="ones")])
doubled = Doubled(2, kernel_initializer="ones")
first = tf.keras.Sequential([tf.keras.Input([2]), Counted()])
copy = tf.keras.models.clone_model(first)
models = (given, outer, added, extended, plain, doubled, copy)
for model in models:
    model(tf.ones([1, 2]))


# tf: differs
def of_given(x):  # expect: HYB102
    return given(x)


# tf: differs
def of_outer(x):  # expect: HYB102
    return outer(x)


# tf: differs
def of_added(x):  # expect: HYB102
    return added(x)


# tf: differs
def of_extended(x):  # expect: HYB102
    return extended(x)


# tf: differs
def of_copy(x):  # expect: HYB102
    return copy(x)


# tf: same
def of_plain(x):  # expect: convert
    return plain(x)


# tf: same
def of_doubled(x):  # expect: convert
    return doubled(x)


x = tf.ones([1, 2])
steps = (of_given, of_outer, of_added, of_extended, of_copy, of_plain, of_doubled)
results = [[step(x) for _ in range(3)] for step in steps]
