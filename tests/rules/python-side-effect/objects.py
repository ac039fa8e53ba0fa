"""An attribute of an object that the call makes is nobody else's; one of an object that outlives it is."""

import tensorflow as tf


class Box:
    def __init__(self, value):
        self.value = value


class Model:
    def __init__(self):
        self.w = tf.Variable([1.0, 2.0])
        self.last = None

    # tf: differs
    def keeps_activation(self, x):  # expect: HYB102, HYB104
        self.last = x * self.w
        return tf.reduce_sum(self.last)

    # tf: differs
    def keeps_for_others(self, x):  # expect: HYB102, HYB104
        self.kept = x * self.w
        return tf.reduce_sum(self.kept)

    # tf: same
    def uses_local_box(self, x):  # expect: convert
        box = Box(x)
        box.value = box.value * self.w
        return tf.reduce_sum(box.value)


# tf: differs
def marks(x, box):  # expect: HYB102, HYB104
    box.value += 1.0
    return x * 2.0


# tf: differs
def next_of(x, numbers):  # expect: HYB102, HYB120
    return x * next(numbers)


def use_iterator():
    numbers = iter([1.0, 2.0, 3.0, 4.0])
    return [next_of(tf.constant([1.0, 2.0]), numbers) for _ in range(2)]


# tf: same
def own_iterator(x):  # expect: convert
    numbers = iter([1.0, 2.0])
    return x * next(numbers) + next(numbers)


# tf: differs
@tf.function
def hybrid_keeps(x):  # expect: HYB102
    kept.append(1)
    return x + 1.0


kept = []
model = Model()
box = Box(1.0)
for step in range(2):
    value = tf.constant([1.0, 2.0]) * float(step + 1)
    model.keeps_activation(value)
    model.keeps_for_others(value)
    assert model.kept is not None
    model.uses_local_box(value)
    marks(value, box)
    own_iterator(value)
    hybrid_keeps(value)
use_iterator()
seen = model.last
