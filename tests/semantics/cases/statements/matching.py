"""`match`, walrus, chained comparison, conditional expressions, unpacking, `del`."""

import tensorflow as tf


class Shape:
    __match_args__ = ("width", "height")

    def __init__(self, width, height):  # fact: width:primitive
        self.width, self.height = width, height


def by_name(x, mode):  # fact: x:tensor:float32:[2] verdict=convert
    match mode:
        case "double":
            return x * 2.0
        case "triple" | "thrice":
            return x * 3.0
        case _:
            return x


def only_one(x):  # fact: x:tensor:float32:[2] side_effects=false verdict=convert safe=true
    match "quiet":
        case "loud":
            print("loud")
        case "quiet":
            x = x * 2.0
    return x


def sequence(parts):  # fact: tensor_parameter=true side_effects=false verdict=convert
    match parts:
        case [first, second]:
            return first * second
        case [first, *_]:
            return first
        case _:
            raise ValueError("empty")


def by_class(x, shape):  # fact: x:tensor:float32:[2] side_effects=false
    match shape:
        case Shape(width, height=3.0):
            return x * width
        case {"width": width}:
            return x * width
    return x


def on_tensor(x):  # fact: x:tensor:float32:[2] refusals=tensor-control-flow
    match x[0]:
        case 1.0:
            return x
        case _:
            return -x


def walrus(x):  # fact: x:tensor:float32:[2] verdict=convert safe=true
    if (n := len([1, 2])) > 1:
        return x * float(n)
    return (y := x * 2.0) + y


def swapped(a, b):  # fact: tensor_parameter=true verdict=convert safe=true
    a, b = b, a
    (c, *rest), d = [a, b, b], a
    del d
    return a - b + c + rest[0]


value = tf.constant([1.0, 2.0])
by_name(value, "double")
only_one(value)
sequence([value, value])
by_class(value, Shape(2.0, 3.0))
on_tensor(value)
walrus(value)
swapped(value, value)
