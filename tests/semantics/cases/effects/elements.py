"""Elements that are set, deleted and sliced, in lists, dicts and arrays; those of the call's own containers may change."""

import array

import numpy as np
import tensorflow as tf

LOG = [0, 1, 2, 3]
TABLE = {"a": 1, "doomed": 2}
GRID = [[0, 0], [0, 0]]
BUFFER = np.zeros(4, np.float32)
RAW = bytearray(4)
PACKED = array.array("f", [0.0, 1.0])
VIEW = memoryview(RAW)


class Buffer:
    def __init__(self):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition
        self.items = [0, 0]
        self.data = np.zeros(3, np.float32)
        self.index = {}

    def sets(self, x, i):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        self.items[i] = 1
        return x * 2.0

    def augments(self, x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
        self.items[0] += 1
        return x * 2.0

    def sets_array(self, x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
        self.data[0] = 5.0
        return x * 2.0

    def sets_key(self, x, name):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        self.index[name] = 1
        return x * 2.0

    def leaks(self, x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        self.index["x"] = x * 2.0
        return x + 1.0


def sets_element(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    LOG[0] = 7
    return x * 2.0


def sets_slice(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    LOG[1:3] = [8, 9]
    return x * 2.0


def deletes_element(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    del LOG[0]
    LOG.insert(0, 1)
    return x * 2.0


def deletes_slice(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    del LOG[3:]
    return x * 2.0


def deletes_key(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    if "doomed" in TABLE:
        del TABLE["doomed"]
    return x * 2.0


def sets_nested(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    GRID[0][1] = 5
    return x * 2.0


def augments_nested(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    GRID[1][1] += 1
    return x * 2.0


def sets_by_unpacking(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    LOG[0], TABLE["b"] = 1, 2
    return x * 2.0


def sets_by_loop(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    for LOG[0] in range(3):
        x = x * 2.0
    return x


def sets_array(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    BUFFER[:2] = 1.0
    return x * 2.0


def augments_array(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    global BUFFER
    BUFFER += 1.0
    return x * 2.0


def multiplies_array(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    BUFFER[1] *= 2.0
    return x * 2.0


def fills_array(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    BUFFER.fill(3.0)
    return x * 2.0


def sorts_array(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    BUFFER.sort()
    return x * 2.0


def copies_into(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    np.copyto(BUFFER, np.ones(4))
    return x * 2.0


def adds_at(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    np.add.at(BUFFER, [0], 1.0)
    return x * 2.0


def writes_out(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    np.add(BUFFER, 1.0, out=BUFFER)
    return x * 2.0


def shuffles(x):  # fact: side_effects=true verdict=keep refusals=ambient-state,frozen-state,python-side-effect
    np.random.shuffle(BUFFER)
    return x * 2.0


def puts(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    np.put(BUFFER, [0], [9.0])
    return x * 2.0


def sets_bytes(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    RAW[0] = 1
    return x * 2.0


def sets_view(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    VIEW[1] = 2
    return x * 2.0


def sets_packed(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    PACKED[0] = 3.0
    return x * 2.0


def appends_packed(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    PACKED.append(1.0)
    return x * 2.0


def through_alias(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    row = GRID[0]
    row[0] = 4
    return x * 2.0


def through_view(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    part = BUFFER[1:]
    part[0] = 8.0
    return x * 2.0


def through_reshape(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    flat = BUFFER.reshape(2, 2)
    flat[0, 0] = 6.0
    return x * 2.0


def sets_argument(x, out):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    out["y"] = 1
    return x * 2.0


def local_elements(x):  # fact: side_effects=false verdict=convert safe=true
    parts = [x, x, x]
    parts[0] = x * 2.0
    parts[1:] = [x * 3.0]
    table = {"a": x}
    table["a"] = parts[0] + parts[1]
    del table["a"]
    table["b"] = x
    return tf.add_n(parts) + table["b"]


def local_nested(x):  # fact: side_effects=false verdict=convert safe=true
    grid = [[x, x], [x, x]]
    grid[0][1] = x * 2.0
    return tf.add_n(grid[0])


def local_array(x):  # fact: side_effects=false verdict=convert safe=true
    weights = np.zeros(2, np.float32)
    weights[0] = 1.0
    weights += 1.0
    weights.fill(2.0)
    return x * weights


def local_comprehension(x):  # fact: side_effects=false verdict=convert safe=true
    table = {k: x * float(k) for k in range(3)}
    table[0] = x
    return table[0] + table[2]


value = tf.constant([1.0, 2.0])
buffer = Buffer()
for i in range(2):
    buffer.sets(value, i)
buffer.augments(value)
buffer.sets_array(value)
buffer.sets_key(value, "k")
buffer.leaks(value)
sets_element(value)
sets_slice(value)
deletes_element(value)
deletes_slice(value)
deletes_key(value)
sets_nested(value)
augments_nested(value)
sets_by_unpacking(value)
sets_by_loop(value)
sets_array(value)
augments_array(value)
multiplies_array(value)
fills_array(value)
sorts_array(value)
copies_into(value)
adds_at(value)
writes_out(value)
shuffles(value)
puts(value)
sets_bytes(value)
sets_view(value)
sets_packed(value)
appends_packed(value)
through_alias(value)
through_view(value)
through_reshape(value)
local_elements(value)
local_nested(value)
local_array(value)
local_comprehension(value)
sets_argument(value, {})
