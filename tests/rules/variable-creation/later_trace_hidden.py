"""The same where less shows it: functions that are chosen, comprehensions, decorators, defaults, patterns, handlers."""

import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(2)

    def call(self, x):
        return self.dense(x)


# tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
# tf_keras: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
def several(x, *layers):  # expect: convert unsafe
    for layer in layers:
        x = layer(x)
    return x


# tf: raises ValueError "non-first call"
# tf_keras: raises ValueError "non-first call"
def of_function(x, flag):  # expect: convert unsafe
    f = (lambda v: first(v)) if flag else (lambda v: v)
    return f(x)


def pick(i):
    return pool[i]


# tf: same
# tf_keras: raises ValueError "• x=tf.Tensor(shape=(4, 2), dtype=float32)"
def picked(x, i):  # expect: convert unsafe
    return pick(i)(x)


# tf: raises ValueError "non-first call"
# tf_keras: raises ValueError "non-first call"
def in_comprehension(xs):  # expect: convert unsafe
    return [second(x) for x in xs] + [tf.ones([1])]


def sometimes(f):
    def inner(x, flag):
        return f(x) if flag else x

    return inner


@sometimes
def third_of(x):
    return third(x)


# tf: raises ValueError "non-first call"
# tf_keras: raises ValueError "non-first call"
def through_decorator(x, flag):  # expect: convert unsafe
    return third_of(x, flag)


# tf: raises ValueError "non-first call"
# tf_keras: raises ValueError "non-first call"
def of_rank(x):  # expect: convert unsafe
    if len(x.shape) == 2:
        return fourth(x)
    return x


# tf: raises ValueError "non-first call"
# tf_keras: raises ValueError "non-first call"
def by_handler(x, flag):  # expect: convert unsafe
    try:
        if flag:
            raise KeyError
        return x * 1.0
    except KeyError:
        return fifth(x)


first, second, third, fourth, fifth, pool = Net(), Net(), Net(), Net(), Net(), [Net(), Net()]
x = tf.random.stateless_uniform([4, 2], [1, 2])
layers = [tf.keras.layers.Dense(2), tf.keras.layers.Dense(2)]
several(x, layers[0])
several(x, layers[0], layers[1])
for i in (0, 1):
    of_function(x, bool(i))
    picked(x, i)
    in_comprehension([x] * i)
    through_decorator(x, bool(i))
    of_rank(x if i else x[0])
    by_handler(x, bool(i))
