"""Attributes that are set, through every spelling; an object that the call makes is its own business."""

import tensorflow as tf


class Inner:
    def __init__(self):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition
        self.count = 0
        self.rate = 1.0


class Slotted:
    __slots__ = ("count", "__weakref__")

    def __init__(self):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition,untraceable-argument
        self.count = 0


class Meter:
    total = 0

    def __init__(self):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition
        self.n = 0
        self.last = None
        self.inner = Inner()
        self.pair = (0, 0)
        self._scale = 2.0
        self.doomed = 1

    @property
    def scale(self):  # fact: side_effects=false verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-result,unsupported-definition
        return self._scale

    @scale.setter
    def scale(self, value):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition
        self._scale = value

    def sets(self, x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        self.n = 1
        return x * 2.0

    def augments(self, x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
        self.n += 1
        return x * 2.0

    def sets_inner(self, x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
        self.inner.count = 5
        return x * 2.0

    def sets_by_property(self, x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        self.scale = 3.0
        return x * 2.0

    def sets_by_setattr(self, x, name):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        setattr(self, name, 1)
        return x * 2.0

    def sets_by_object_setattr(self, x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        object.__setattr__(self, "n", 4)
        return x * 2.0

    def sets_by_vars(self, x):  # fact: side_effects=true verdict=keep refusals=python-side-effect,unseen-code
        vars(self)["n"] = 5
        return x * 2.0

    def sets_by_dict_update(self, x):  # fact: side_effects=true verdict=keep refusals=python-side-effect,unseen-code
        self.__dict__.update(n=6)
        return x * 2.0

    def sets_by_unpacking(self, x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        self.n, self.last = 1, 2
        return x * 2.0

    def sets_by_starred(self, x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        first, *self.last = [1, 2, 3]
        return x * float(first)

    def sets_by_loop(self, x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        for self.n in range(3):
            x = x * 2.0
        return x

    def sets_by_with(self, x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        with tf.name_scope("here") as self.last:
            return x * 2.0

    def sets_annotated(self, x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        self.n: int = 7
        return x * 2.0

    def sets_class(self, x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
        self.__class__.total += 1
        return x * 2.0

    @classmethod
    def counts_by_class(cls, x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
        cls.total += 1
        return x * 2.0

    def deletes(self, x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
        if hasattr(self, "doomed"):
            del self.doomed
        return x * 2.0

    def leaks(self, x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        self.last = x * 2.0
        return x + 1.0

    def reads(self, x):  # fact: side_effects=false verdict=keep refusals=frozen-state
        return x * self._scale


def sets_argument(x, box):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    box.count = 3
    return x * 2.0


def sets_slot(x, box):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    box.count += 1
    return x * 2.0


def sets_fresh(x):  # fact: side_effects=false verdict=convert safe=true
    box = Inner()
    box.count = 3
    box.rate = x * 2.0
    return box.rate * float(box.count)


def sets_fresh_slot(x):  # fact: side_effects=false verdict=convert safe=true
    box = Slotted()
    box.count = x
    return box.count * 2.0


def sets_fresh_inner(x):  # fact: side_effects=false verdict=convert safe=true
    meter = Meter()
    meter.inner.count = 4
    meter.n += 1
    return x * float(meter.inner.count)


def deletes_fresh(x):  # fact: side_effects=false verdict=convert safe=true
    box = Inner()
    del box.rate
    return x * 2.0


def sets_one_of(x, box, new):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    target = Inner() if new else box
    target.count = 9
    return x * 2.0


KEPT = []


def keeps_then_sets(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    box = Inner()
    KEPT.append(box)
    box.count = 3
    return x * 2.0


class Node:
    def __init__(self, value, parent=None):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,python-side-effect,unsupported-definition
        self.value = value
        self.parent = parent
        self.children = []
        if parent is not None:
            parent.children.append(self)


def builds_tree(x):  # fact: side_effects=false verdict=convert safe=true
    root = Node(x)
    left, right = Node(x * 2.0, root), Node(x * 3.0, root)
    left.value = left.value + 1.0
    return root.children[0].value + right.value


ROOT = Node(None)


def grows_tree(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    Node(x, ROOT)
    return x * 2.0


value = tf.constant([1.0, 2.0])
meter = Meter()
for method in (
    meter.sets, meter.augments, meter.sets_inner, meter.sets_by_property, meter.sets_by_object_setattr, meter.sets_by_vars,
    meter.sets_by_dict_update, meter.sets_by_unpacking, meter.sets_by_starred, meter.sets_by_loop, meter.sets_by_with,
    meter.sets_annotated, meter.sets_class, meter.counts_by_class, meter.deletes, meter.leaks, meter.reads,
):
    method(value)
meter.sets_by_setattr(value, "other")
sets_argument(value, Inner())
sets_slot(value, Slotted())
sets_fresh(value)
sets_fresh_slot(value)
sets_fresh_inner(value)
deletes_fresh(value)
sets_one_of(value, Inner(), True)
sets_one_of(value, Inner(), False)
keeps_then_sets(value)
builds_tree(value)
grows_tree(value)
