"""Functions as values: in tables, lists, attributes, arguments and results."""

import functools
import operator

import tensorflow as tf


def add(x, y):  # fact: called=true x:tensor:float32:[2]
    return x + y


def sub(x, y):  # fact: called=true x:tensor:float32:[2]
    return x - y


def loud(x, y):  # fact: called=true side_effects=true
    print("loud")
    return x * y


TABLE = {"add": add, "sub": sub}
LOUD_TABLE = dict(TABLE, loud=loud)


def dispatched(x):  # fact: x:tensor:float32:[2] verdict=convert safe=true side_effects=false
    return TABLE["add"](x, x)


def all_of_table(x):  # fact: x:tensor:float32:[2] side_effects=true
    for f in LOUD_TABLE.values():
        x = f(x, x)
    return x


def by_get(x, name):  # fact: x:tensor:float32:[2] name:primitive
    return TABLE.get(name, sub)(x, x)


def apply(f, x):  # fact: called=true x:tensor:float32:[2]
    return f(x)


def composed(*functions):  # fact: called=true
    def run(x):  # fact: called=true x:tensor:float32:[2] side_effects=false
        for f in functions:
            x = f(x)
        return x

    return run


def twice(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 2.0


def thrice(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 3.0


def pipeline(x):  # fact: x:tensor:float32:[2] verdict=convert safe=true
    return composed(twice, thrice)(x)


def mapped(parts):  # fact: tensor_parameter=true side_effects=false
    return tf.add_n([f(p) for f in (twice, thrice) for p in parts])


def reduced(parts):  # fact: tensor_parameter=true side_effects=false
    return functools.reduce(operator.add, map(twice, parts))


def partial_applied(x):  # fact: x:tensor:float32:[2] verdict=convert safe=true
    return functools.partial(add, y=x)(x)


def key_function(x):  # fact: x:tensor:float32:[2] side_effects=false
    order = sorted([2, 1], key=lambda n: -n)
    return x * float(order[0])


def conditional(x, training):  # fact: x:tensor:float32:[2]
    f = twice if training else thrice
    return f(x)


class Holder:
    def __init__(self, f, activation=None):  # fact: f:callable
        self.f = f
        self.activation = activation or tf.nn.relu
        self.steps = [twice, self.own]

    def own(self, x):  # fact: called=true x:tensor:float32:[2]
        return x - 1.0

    def run(self, x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
        for step in self.steps:
            x = step(x)
        return self.activation(self.f(x))


value = tf.constant([1.0, 2.0])
dispatched(value)
all_of_table(value)
by_get(value, "add")
apply(twice, value)
apply(lambda x: x + 1.0, value)
pipeline(value)
mapped([value, value])
reduced([value, value])
partial_applied(value)
key_function(value)
conditional(value, True)
holder = Holder(thrice)
holder.run(value)
