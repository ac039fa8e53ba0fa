"""Attributes that are set from outside: on instances, classes and modules; `getattr`, `setattr`, class factories."""

import types

import tensorflow as tf


class Model:
    def forward(self, x):  # fact: called=true x:tensor:float32:[2]
        return x * 2.0

    def run(self, x):  # fact: called=true x:tensor:float32:[2] side_effects=true
        return self.forward(x)


def loud_forward(self, x):  # fact: called=true x:tensor:float32:[2] side_effects=true
    print("patched")
    return x * 3.0


class Named:
    def relu(self, x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
        return tf.nn.relu(x)

    def tanh(self, x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
        return tf.tanh(x)

    def apply(self, x):  # fact: x:tensor:float32:[2] verdict=convert safe=true
        return getattr(self, "relu")(x) + getattr(tf, "abs")(x)

    def chosen(self, x, name):  # fact: x:tensor:float32:[2] verdict=convert traces=2
        return getattr(self, name)(x)


def make_class(rate):  # fact: rate:primitive
    class Made:
        def forward(self, x):  # fact: called=true x:tensor:float32:[2]
            return x * rate

    return Made


Dynamic = type("Dynamic", (Model,), {"extra": lambda self, x: x + 1.0})

value = tf.constant([1.0, 2.0])
model = Model()
Model.forward = loud_forward
model.run(value)

named = Named()
named.apply(value)
named.chosen(value, "relu")
named.chosen(value, "tanh")
setattr(named, "later", lambda x: x + 1.0)
named.later(value)
bound = types.MethodType(loud_forward, named)
bound(value)
Made = make_class(2.0)
Made().forward(value)
dynamic = Dynamic()
dynamic.extra(value)
