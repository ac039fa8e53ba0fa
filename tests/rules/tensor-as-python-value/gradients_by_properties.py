"""Gradients by way of a property, which computes with another attribute of its object."""

import tensorflow as tf


class Box:
    @property
    def twice(self):
        return self.y * 2.0


# tf: differs
def net(x):  # expect: HYB105
    h = x * 2.0
    return h, h * h


def step(x):
    box = Box()
    with tf.GradientTape() as tape:
        tape.watch(x)
        h, box.y = net(x)
        computed = box.twice
    return tape.gradient(computed, h)


found = step(tf.constant([1.0, 3.0]))
print(None if found is None else found.numpy())
