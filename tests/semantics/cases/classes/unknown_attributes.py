"""`__getattr__`, `__setattr__`, `__new__` and metaclasses that do what cannot be seen."""

import tensorflow as tf


class Forwarding:
    def __init__(self, inner):  # fact: inner:object
        self.inner = inner

    def __getattr__(self, name):  # fact: called=true
        return getattr(self.inner, name)

    def own(self, x):  # fact: x:tensor:float32:[2] verdict=convert safe=true
        return x * 2.0

    def forwarded(self, x):  # fact: x:tensor:float32:[2] side_effects=false verdict=convert safe=true
        return self.scaled(x)


class Inner:
    def scaled(self, x):  # fact: tensor_parameter=true
        return x * 2.0


class Recording:
    def __setattr__(self, name, value):  # fact: side_effects=true
        print(name)
        object.__setattr__(self, name, value)

    def store(self, x):  # fact: x:tensor:float32:[2] side_effects=true
        self.last = 1.0
        return x * 2.0


class Single:
    instance = None

    def __new__(cls):  # fact: side_effects=true
        if cls.instance is None:
            cls.instance = super().__new__(cls)
        return cls.instance

    def scaled(self, x):  # fact: called=true x:tensor:float32:[2]
        return x * 3.0


value = tf.constant([1.0, 2.0])
forwarding = Forwarding(Inner())
forwarding.own(value)
forwarding.forwarded(value)
Recording().store(value)
single = Single()
single.scaled(value)
