"""Registration decorators, as multipledispatch and people's own registries have them."""

import tensorflow as tf
from multipledispatch import Dispatcher, dispatch

conditional = Dispatcher("conditional")


class Kernel:
    pass


class Linear(Kernel):
    pass


@conditional.register(object, Kernel)
def _plain(x, kernel):  # fact: called=true x:tensor:float32:[2] kernel:object
    return x * 2.0


@conditional.register(object, Linear)
@conditional.register(object, type(None))
def _linear(x, kernel):  # fact: called=true x:tensor:float32:[2] side_effects=true
    print("linear")
    return x * 3.0


@dispatch(Kernel)
def shown(kernel):  # fact: called=true
    return 1.0


@dispatch(Linear)
def shown(kernel):  # fact: called=true
    return 2.0


class Registry:
    def __init__(self):  # fact: side_effects=true
        self.known = {}

    def register(self, name):  # fact: name:primitive
        def remember(f):  # fact: f:callable
            self.known[name] = f
            return f

        return remember

    def __call__(self, name, x):  # fact: called=true x:tensor:float32:[2]
        return self.known[name](x)


losses = Registry()


@losses.register("square")
def square(x):  # fact: called=true x:tensor:float32:[2] verdict=convert
    return tf.square(x)


@losses.register("abs")
def absolute(x):  # fact: called=true x:tensor:float32:[2]
    return tf.abs(x)


def dispatched(x, kernel):  # fact: x:tensor:float32:[2] side_effects=true
    return conditional(x, kernel) * shown(kernel)


def looked_up(x):  # fact: x:tensor:float32:[2] side_effects=false
    return losses("square", x)


value = tf.constant([1.0, 2.0])
dispatched(value, Linear())
dispatched(value, Kernel())
looked_up(value)
losses("abs", value)
