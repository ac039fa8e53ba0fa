"""Containers that a call makes and returns are its own, also where callers keep what earlier calls have returned."""

import tensorflow as tf

kept = []


def previous():
    return kept[-1] if kept else []


# tf: same
def layers(x):  # expect: convert
    found = []
    for factor in (1.0, 2.0):
        found.append(tf.sin(x) * factor)
    return found


# tf: same
def table(x):  # expect: convert
    found = {}
    for name in ("a", "b"):
        found[name] = tf.sin(x)
    return found


# tf: same
def joined(x):  # expect: convert
    parts = [x]
    parts += [x * 2.0]
    parts.extend([x * 3.0])
    return parts


# tf: differs
def continued(x):  # expect: HYB102, HYB104, HYB112
    found = [] if x.shape[0] > 5 else previous()
    found.append(tf.sin(x))
    return found


# tf: differs
def aliased(x):  # expect: HYB102, HYB104
    found = []
    found.append(tf.sin(x))
    other = kept[0] if kept else found
    other.append(x)
    return found


# tf: differs
def remembered(x):  # expect: HYB102, HYB104
    found = []
    kept.append(found)
    found.append(tf.sin(x))
    return tf.add_n(found)


class History:
    def __init__(self):
        self.items = []
        self.latest = None

    def add(self, x):
        self.items.append(layers(x))
        self.latest = table(x)
        self.parts = joined(x)


history = History()
for step in range(3):
    history.add(tf.constant([1.0, 2.0]))
    kept.append(continued(tf.constant([1.0, 2.0])))
    kept.append(aliased(tf.constant([1.0, 2.0])))
    remembered(tf.constant([1.0, 2.0]))
