"""Where a method is looked up on an object that nothing holds, and where something does."""

import tensorflow as tf


class Part:
    def __init__(self, factor):
        self.factor = factor

    # tf: raises AttributeError "'NoneType' object has no attribute 'factor'"
    def of_property(self, x):  # expect: HYB122
        return x * self.factor

    # tf: same
    def of_held_property(self, x):  # expect: convert
        return x * self.factor

    # tf: raises AttributeError "'NoneType' object has no attribute 'factor'"
    def of_item(self, x):  # expect: HYB122
        return x * self.factor

    # tf: same
    def of_list(self, x):  # expect: convert
        return x * self.factor

    # tf: raises AttributeError "'NoneType' object has no attribute 'factor'"
    def of_display(self, x):  # expect: HYB122
        return x * self.factor

    # tf: raises AttributeError "'NoneType' object has no attribute 'factor'"
    def kept_alone(self, x):  # expect: HYB122
        return x * self.factor

    # tf: raises AttributeError "'NoneType' object has no attribute 'factor'"
    def by_name(self, x):  # expect: HYB122
        return x * self.factor

    # tf: raises AttributeError "'NoneType' object has no attribute 'factor'"
    def returned(self, x):  # expect: HYB122
        return x * self.factor

    # tf: same
    def returned_of_held(self, x):  # expect: convert
        return x * self.factor

    # tf: same
    def handed_on(self, x):  # expect: convert
        return x * self.factor


class Owner:
    def __init__(self):
        self.kept = Part(2.0)
        self.parts = [Part(3.0)]

    @property
    def new(self):
        return Part(4.0)

    @property
    def held(self):
        return self.kept

    def __getitem__(self, index):
        return Part(float(index))


def method_of_new():
    part = Part(5.0)
    return part.returned


def method_of(owner):
    return owner.kept.returned_of_held


x = tf.ones([2])
owner = Owner()
kept_alone = Part(1.0).kept_alone
results = [
    owner.new.of_property(x),
    owner.held.of_held_property(x),
    owner[1].of_item(x),
    owner.parts[0].of_list(x),
    [Part(1.0)][0].of_display(x),
    kept_alone(x),
    getattr(Part(1.0), "by_name")(x),
    method_of_new()(x),
    method_of(owner)(x),
    list(map(owner.kept.handed_on, [x, x])),
]
