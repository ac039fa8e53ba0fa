"""Views of dicts and weak sets: what they show changes without them."""

import weakref

import tensorflow as tf

table = {"first": 1.0}
values = table.values()
settled = {"first": 1.0}
settled_values = settled.values()
alive = weakref.WeakSet()


class Model:
    def __init__(self):
        self.parts = {"first": tf.constant(1.0)}
        self.view = self.parts.items()

    # tf: differs
    def of_attribute(self, x):  # expect: HYB104
        for _, part in self.view:
            x = x * part
        return x


# tf: differs
def of_values(x):  # expect: HYB104
    return x * sum(values)


# tf: same
def of_settled_values(x):  # expect: convert
    return x * sum(settled_values)


# tf: differs
def of_weak_set(x):  # expect: HYB104
    return x * float(len(alive))


point = tf.ones([2])
model = Model()
results = []
for _ in range(2):
    results += [of_values(point), of_settled_values(point), of_weak_set(point), model.of_attribute(point)]
    table["first"] += 1.0
    alive.add(model)
    model.parts["second"] = tf.constant(2.0)
