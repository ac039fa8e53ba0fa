"""NumPy arrays that outlive the call change in place, by methods, functions, outputs and views; fresh ones may."""

import numpy as np
import tensorflow as tf

A1 = np.zeros(4, np.float32)
A2 = np.zeros(4, np.float32)
A3 = np.array([3.0, 1.0, 2.0, 5.0], np.float32)
A4 = np.zeros(4, np.float32)
A5 = np.zeros(4, np.float32)
A6 = np.zeros((2, 2), np.float32)
A7 = np.zeros(4, np.float32)
A8 = np.zeros(4, np.float32)
A9 = np.zeros((4, 1), np.float32)
SHARED = {"stats": np.zeros(2, np.float32)}


def adds_at(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    np.add.at(A1, [0], 1.0)
    return x * 2.0


def writes_out(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    np.add(A2, 1.0, out=A2)
    return x * 2.0


def shuffles(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    np.random.default_rng(0).shuffle(A3)
    return x * 2.0


def through_view(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    part = A4[1:]
    part[0] += 8.0
    return x * 2.0


def through_reshape(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    flat = A5.reshape(2, 2)
    flat[0, 0] += 6.0
    return x * 2.0


def through_transpose(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    A6.T[0, 1] += 1.0
    return x * 2.0


def through_local_name(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    mine = A7
    mine += 1.0
    return x * 2.0


def through_asarray(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    mine = np.asarray(A8)
    mine[0] += 1.0
    return x * 2.0


def through_squeeze(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    A9.squeeze()[0] += 1.0
    return x * 2.0


def through_dict(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    SHARED["stats"][0] += 1.0
    return x * 2.0


class Stats:
    def __init__(self):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition
        self.sum = np.zeros(2, np.float32)
        self.count = np.zeros(1, np.float32)

    def accumulates(self, x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
        total = self.sum
        total += 1.0
        return x * 2.0

    def accumulates_row(self, x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
        row = self.count[:]
        row[0] += 1
        return x * 2.0


def change(array):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect
    array[0] += 1.0


A10 = np.zeros(4, np.float32)


def through_callee(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    change(A10)
    return x * 2.0


def through_callee_local(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    mine = np.zeros(2, np.float32)
    change(mine)
    return x * mine


def local_array(x):  # fact: side_effects=false verdict=convert safe=true
    weights = np.zeros(2, np.float32)
    weights[0] = 1.0
    weights += 1.0
    return x * weights


def local_filled(x):  # fact: side_effects=false verdict=convert safe=true
    weights = np.empty(2, np.float32)
    weights.fill(2.0)
    return x * weights


def local_sorted(x):  # fact: side_effects=false verdict=convert safe=true
    weights = np.array([2.0, 1.0], np.float32)
    weights.sort()
    return x * weights


def local_copy(x):  # fact: side_effects=false verdict=convert refusals=-
    weights = A1.copy()
    weights[0] = 3.0
    return x * weights[:2]


def local_arithmetic(x):  # fact: side_effects=false verdict=convert safe=true
    weights = np.ones(2, np.float32) * 2.0
    weights[1] = 3.0
    return x * weights.astype(np.float32)


def local_loop(x):  # fact: side_effects=false verdict=convert safe=true
    kernel = np.zeros((2, 2), np.float32)
    for i in range(2):
        for j in range(2):
            kernel[i, j] = i + j
    return tf.linalg.matvec(tf.constant(kernel), x)


value = tf.constant([1.0, 2.0])
stats = Stats()
adds_at(value)
writes_out(value)
shuffles(value)
through_view(value)
through_reshape(value)
through_transpose(value)
through_local_name(value)
through_asarray(value)
through_squeeze(value)
through_dict(value)
stats.accumulates(value)
stats.accumulates_row(value)
through_callee(value)
through_callee_local(value)
local_array(value)
local_filled(value)
local_sorted(value)
local_copy(value)
local_arithmetic(value)
local_loop(value)
