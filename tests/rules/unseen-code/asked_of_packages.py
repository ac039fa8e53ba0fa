"""Functions of packages that are asked for a value, and others that hardly give the same one every time."""

import sys
import types

import tensorflow as tf

_made = types.ModuleType("house_settings")
_made.calls = 0


def _of_kind(kind):
    return {"size": 3.0}.get(kind, 1.0)


def _count():
    _made.calls += 1
    return float(_made.calls)


_made.rate_of, _made.next_count, _made.announce, _made.mean = _of_kind, _count, _of_kind, sum
sys.modules["house_settings"] = _made
import house_settings  # noqa: E402


# tf: same
def asked(x):  # expect: convert unsafe
    return tf.exp(x) * house_settings.rate_of("size")


# tf: differs
def counted(x):  # expect: undetermined HYB121
    return tf.exp(x) * house_settings.next_count()


# tf: same
def told(x):  # expect: undetermined HYB121
    house_settings.announce("size")
    return tf.exp(x)


# tf: raises OperatorNotAllowedInGraphError "symbolic"
def given_a_tensor(x):  # expect: undetermined HYB121
    return tf.exp(x) * house_settings.mean(x)


# tf: same
def given_a_container(x, sizes):  # expect: undetermined HYB121
    return tf.exp(x) * house_settings.mean(sizes)


results = []
for _ in range(2):
    results += [asked(tf.ones([2])), counted(tf.ones([2])), told(tf.ones([2]))]
    results += [given_a_tensor(tf.ones([2])), given_a_container(tf.ones([2]), [1.0, 2.0])]
