"""C3 order: diamonds, mixins, `super()` in cooperative methods, overrides, and what runs because of them."""

import tensorflow as tf


class Base:
    def forward(self, x):  # fact: called=true x:tensor:float32:[2] side_effects=false
        return x

    def shared(self, x):  # fact: called=true x:tensor:float32:[2]
        return x + 1.0


class Scale(Base):
    def forward(self, x):  # fact: called=true x:tensor:float32:[2] verdict=convert
        return super().forward(x) * 2.0


class Shift(Base):
    def forward(self, x):  # fact: called=true x:tensor:float32:[2] verdict=convert
        return super().forward(x) + 1.0


class Both(Scale, Shift):
    def forward(self, x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
        return super(Both, self).forward(x) - 1.0


class LoudMixin:
    def forward(self, x):  # fact: called=true side_effects=true refusals=python-output
        print("forward")
        return super().forward(x)


class Loud(LoudMixin, Scale):
    pass


class Quiet(Scale):
    def shared(self, x):  # fact: called=true x:tensor:float32:[2] recursive=false verdict=convert safe=true
        return Base.shared(self, x) * 0.5

    @classmethod
    def make(cls):  # fact: tensor_parameter=false
        return cls()


class Chained(Quiet):
    def shared(self, x):  # fact: called=true recursive=false
        shared = super().shared
        return shared(x) + 1.0


value = tf.constant([1.0, 2.0])
both, loud, quiet = Both(), Loud(), Quiet.make()
both.forward(value)
loud.forward(value)
quiet.shared(value)
Chained().shared(value)
