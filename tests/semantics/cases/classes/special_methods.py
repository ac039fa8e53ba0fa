"""What operators, subscripts, iteration, calls and contexts run on objects of the project."""

import tensorflow as tf


class Vector:
    def __init__(self, data):  # fact: data:tensor:float32:[2]
        self.data = data

    def __add__(self, other):  # fact: called=true
        return Vector(self.data + other.data)

    def __radd__(self, other):  # fact: called=true other:tensor:float32:[2]
        return self.data + other

    def __neg__(self):  # fact: called=true
        return Vector(-self.data)

    def __matmul__(self, other):  # fact: called=true
        return tf.reduce_sum(self.data * other.data)

    def __getitem__(self, index):  # fact: called=true index:primitive
        return self.data[index]

    def __len__(self):  # fact: called=true
        return 2

    def __iter__(self):  # fact: called=true
        yield self.data[0]
        yield self.data[1]

    def __contains__(self, item):  # fact: called=true side_effects=true
        print("asked")
        return True

    def __bool__(self):  # fact: called=true
        return True

    def __eq__(self, other):  # fact: called=true
        return self.data is other.data

    __hash__ = object.__hash__


class Layer:
    def __init__(self, inner):  # fact: inner:object
        self.inner = inner

    def __call__(self, x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
        return self.inner(x) + 1.0


class Doubler:
    def __call__(self, x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
        return x * 2.0


class Loudly:
    def __enter__(self):  # fact: called=true side_effects=true
        print("in")
        return self

    def __exit__(self, *details):  # fact: called=true side_effects=false
        return False


def arithmetic(x):  # fact: x:tensor:float32:[2] side_effects=false verdict=keep safe=false
    v = Vector(x)
    w = -(v + v)
    return (x + w) * (v @ w)


def pieces(x):  # fact: x:tensor:float32:[2] side_effects=false verdict=convert safe=true
    v = Vector(x)
    total = v[0]
    for part in v:
        total += part
    return total * len(v)


def membership(x):  # fact: x:tensor:float32:[2] side_effects=true
    return x * float(3 in Vector(x))


def truth(x):  # fact: x:tensor:float32:[2] side_effects=false
    v = Vector(x)
    return x if v and v == v else -x


def in_context(x):  # fact: x:tensor:float32:[2] side_effects=true refusals=python-output
    with Loudly():
        return x * 2.0


value = tf.constant([1.0, 2.0])
arithmetic(value)
pieces(value)
membership(value)
truth(value)
in_context(value)
layer = Layer(Doubler())
layer(value)
