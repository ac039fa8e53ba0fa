"""Methods that Python calls when something ends."""

import contextlib

import tensorflow as tf

ENDED = []


class Session:
    def close(self):
        ENDED.append("closed")


class Guard:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        ENDED.append(self.name)


class Quiet:
    def __del__(self):
        pass


SESSION = Session()


# tf: differs
def closes(x):  # expect: HYB102
    with contextlib.closing(SESSION):
        return tf.exp(x) * 2.0


# tf: differs
def deletes(x):  # expect: HYB102
    guard = Guard("deleted")
    return tf.exp(x) * len(guard.name)


# tf: same
def deletes_quietly(x):  # expect: convert
    guard = Quiet()
    return tf.exp(x) * (2.0 if guard is not None else 1.0)


RESULTS = []
for _ in range(3):
    RESULTS.extend([closes(tf.ones([2])), deletes(tf.ones([2])), deletes_quietly(tf.ones([2]))])
