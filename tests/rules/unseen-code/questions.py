"""Methods of unseen objects that are asked for something without tensors, and others that are called for what they do."""

import types

import tensorflow as tf
from packaging.version import Version


class _Vocabulary:
    def __init__(self):
        self.asked = 0

    def words(self):
        return 7

    def counted(self):
        self.asked += 1
        return 1


vocabulary = globals()["_Vocabulary"]()


# tf: same
def one_hot(x):  # expect: convert unsafe
    return tf.exp(tf.one_hot(x, vocabulary.words()))


# tf: same
def by_version(x):  # expect: convert
    return tf.exp(x) if Version(tf.__version__) >= Version("2.2") else x


# tf: differs
def dropped(x):  # expect: undetermined HYB121
    vocabulary.counted()
    return tf.exp(x)


# tf: same
def handed(x):  # expect: undetermined HYB121
    names = vocabulary.sorted_by(lambda name: name)
    return tf.exp(x) if names else x


# tf: same
def picked(table, x):  # expect: convert unsafe
    return tf.exp(table[x] * 2.0)


vocabulary.__class__.sorted_by = lambda self, key: ()
results = []
for _ in range(2):
    results += [
        one_hot(tf.constant([1, 2])),
        by_version(tf.ones([2])),
        dropped(tf.ones([2])),
        handed(tf.ones([2])),
        picked(globals()["tf"].Variable([[1.0], [2.0]]), tf.constant(1)),
    ]
