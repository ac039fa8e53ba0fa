"""Arrays that a trace would freeze, changed through other names."""

import numpy as np
import tensorflow as tf

BUF = np.zeros(2, np.float32)
ALIASED = np.zeros(2, np.float32)
VIEWED = np.zeros((2, 2), np.float32)
CONSTANT = np.zeros(2, np.float32)
CONSTANT[0] = 3.0
OUT = np.zeros(2, np.float32)
PARTS = [np.zeros(2, np.float32), np.zeros(2, np.float32)]


class Statistics:
    def __init__(self, shared):  # fact: side_effects=true verdict=keep refusals=frozen-state,no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition
        self.mean = np.zeros(2, np.float32)
        self.mean[0] = 1.0
        self.fixed = np.zeros(2, np.float32)
        self.fixed[1] = 4.0
        self.shared = shared

    def update(self):  # fact: side_effects=true verdict=keep refusals=frozen-state,no-tensor-computation,no-tensor-parameter,python-side-effect
        mean = self.mean
        mean += 1.0

    def normalize(self, x):  # fact: side_effects=false verdict=keep refusals=frozen-state
        return x - self.mean

    def shift(self, x):  # fact: side_effects=false verdict=convert safe=true
        return x - self.fixed

    def reads_shared(self, x):  # fact: side_effects=false verdict=keep refusals=frozen-state
        return x - self.shared


def change(array):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect
    array[0] += 1.0


def reads_changed_by_callee(x):  # fact: side_effects=false verdict=keep refusals=frozen-state
    return x * BUF


def reads_aliased(x):  # fact: side_effects=false verdict=keep refusals=frozen-state
    return x * ALIASED


def reads_viewed(x):  # fact: side_effects=false verdict=keep refusals=frozen-state
    return x * VIEWED[0]


def reads_constant(x):  # fact: side_effects=false verdict=convert safe=true
    return x * CONSTANT


def reads_out(x):  # fact: side_effects=false verdict=keep refusals=frozen-state
    return x + OUT


def reads_part(x):  # fact: side_effects=false verdict=keep refusals=frozen-state
    return x + PARTS[1]


alias = ALIASED
row = VIEWED[0]
shared = np.zeros(2, np.float32)
statistics = Statistics(shared)
value = tf.constant([1.0, 2.0])
for step in range(3):
    reads_changed_by_callee(value)
    change(BUF)
    reads_aliased(value)
    alias += 1.0
    reads_viewed(value)
    row[0] = step
    reads_constant(value)
    reads_out(value)
    np.add(OUT, 1.0, out=OUT)
    reads_part(value)
    change(PARTS[1])
    statistics.normalize(value)
    statistics.update()
    statistics.shift(value)
    statistics.reads_shared(value)
    shared[1] += 1.0
