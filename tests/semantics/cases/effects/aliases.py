"""Changes through copies that are shallow, views, iterators, closures and what functions return."""

import collections
import copy
import functools
import itertools
import operator
import threading

import numpy as np
import tensorflow as tf

EVENTS = collections.defaultdict(list)
STATE = {"scale": np.ones(2, np.float32), "nested": {"log": []}}
QUEUE = collections.deque(maxlen=3)
MATRIX = np.eye(2, dtype=np.float32)
TENSORS = []
ARRAYS = [np.zeros(2, np.float32)]


class Hook:
    def __init__(self):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition
        self.handlers = []
        self.data = {}

    def on(self, handler):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-result,python-side-effect
        self.handlers.append(handler)
        return handler

    def fire(self, x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
        for handler in self.handlers:
            x = handler(x)
        return x


quiet_hook, loud_hook = Hook(), Hook()
quiet_hook.on(lambda v: v * 2.0)


@loud_hook.on
def loud(v):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    EVENTS["loud"].append(1)
    return v * 3.0


def fires_quiet(x):  # fact: side_effects=false verdict=convert refusals=-
    return quiet_hook.fire(x)


def fires_loud(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    return loud_hook.fire(x)


def by_deepcopy(x):  # fact: side_effects=false verdict=convert refusals=-
    mine = copy.deepcopy(STATE)
    mine["nested"]["log"].append(1)
    return x * 2.0


def by_copy(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    mine = copy.copy(STATE)
    mine["nested"]["log"].append(1)
    return x * 2.0


def by_dict_copy(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    mine = dict(STATE)
    mine["scale"] += 1.0
    return x * 2.0


def by_list_copy(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    mine = list(ARRAYS)
    mine[0][0] += 1.0
    return x * 2.0


def by_slice_copy(x):  # fact: side_effects=false verdict=convert refusals=-
    mine = ARRAYS[:]
    mine[0] = None
    return x * 2.0


def by_star_copy(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    mine = [*ARRAYS]
    mine[0][1] += 1.0
    return x * 2.0


def by_row(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    for row in MATRIX:
        row += 1.0
    return x * 2.0


def by_enumerated_row(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    for i, row in enumerate(MATRIX):
        row[i] = 2.0 + row[i]
    return x * 2.0


def by_zip_row(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    for row, other in zip(MATRIX, MATRIX):
        row[0] += other[1]
    return x * 2.0


def by_max(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    max(ARRAYS, key=lambda a: a[0])[0] += 1.0
    return x * 2.0


def by_getter(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    operator.itemgetter("scale")(STATE)[0] += 1.0
    return x * 2.0


def by_values(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    for value in STATE["nested"].values():
        value.append(1)
    return x * 2.0


def by_chain(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    for log in itertools.chain([STATE["nested"]["log"]]):
        log.append(1)
    return x * 2.0


def by_conditional(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    log = STATE["nested"]["log"] if x is not None else []
    log.append(1)
    return x * 2.0


def by_or(x, log=None):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    log = log or STATE["nested"]["log"]
    log.append(1)
    return x * 2.0


def by_fresh_or(x, log=None):  # fact: side_effects=false verdict=convert safe=true
    log = [] if log is None else log
    log.append(x)
    return tf.add_n(log)


def swaps(x, y):  # fact: side_effects=false verdict=convert safe=true
    x, y = y, x
    return x - y


def by_numpy_out(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    np.multiply(STATE["scale"], 2.0, STATE["scale"])
    return x * 2.0


def by_numpy_method_out(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    MATRIX.dot(MATRIX, out=MATRIX)
    return x * 2.0


def by_ndarray_ufunc(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    np.add.at(MATRIX, (0, 0), 1.0)
    return x * 2.0


def by_flat(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    MATRIX.flat[0] += 1.0
    return x * 2.0


def by_setitem(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    operator.setitem(STATE, "new", 1.0 + STATE.get("new", 0.0))
    return x * 2.0


def by_iadd(x):  # fact: side_effects=true verdict=keep safe=false
    operator.iadd(QUEUE, [1])
    return x * 2.0


def by_reduce(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    functools.reduce(lambda acc, v: acc.append(v) or acc, [1, 2], STATE["nested"]["log"])
    return x * 2.0


def by_fresh_reduce(x):  # fact: side_effects=false verdict=convert safe=true
    parts = functools.reduce(lambda acc, v: acc + [v], [x, x * 2.0], [])
    return tf.add_n(parts)


def make_adder():  # fact: side_effects=false verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-result
    total = np.zeros(2, np.float32)

    def add(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
        total[0] += 1.0
        return x * 2.0

    def read(x):  # fact: side_effects=false verdict=keep refusals=frozen-state
        return x + total

    return add, read


def make_collector():  # fact: side_effects=false verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-result
    parts = []

    def collect(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        parts.append(x)
        return x * 2.0

    return collect, lambda: len(parts)


class Lazy:
    def __init__(self):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition
        self._table = None
        self._cache = {}

    @property
    def table(self):  # fact: side_effects=false verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-result,unsupported-definition
        if self._table is None:
            self._table = np.arange(2.0, dtype=np.float32)
        return self._table

    def uses_table(self, x):  # fact: side_effects=false verdict=convert safe=true
        return x * self.table

    def cached(self, x, n):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
        if n not in self._cache:
            self._cache[n] = float(n)
        return x * self._cache[n]

    def cached_tensor(self, x, n):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
        key = ("t", n)
        if key not in self._cache:
            self._cache[key] = tf.ones([n])
        return x * self._cache[key]


class Lock:
    def __init__(self):  # fact: side_effects=true verdict=keep refusals=python-output,python-side-effect,unsupported-definition,variable-creation
        self.lock = threading.Lock()
        self.value = tf.Variable(0.0)

    def update(self, x):  # fact: side_effects=false verdict=keep refusals=temporary-receiver
        with self.lock:
            self.value.assign_add(tf.reduce_sum(x))
        return self.value.read_value()


class Sequence:
    def __init__(self, parts):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,python-side-effect,unsupported-definition
        self.parts = list(parts)

    def __iter__(self):  # fact: side_effects=false verdict=keep refusals=frozen-state,no-tensor-computation,no-tensor-parameter,python-result,unsupported-definition
        return iter(self.parts)

    def __len__(self):  # fact: side_effects=false verdict=keep refusals=frozen-state,no-tensor-computation,no-tensor-parameter,python-result,unsupported-definition
        return len(self.parts)

    def __getitem__(self, i):  # fact: side_effects=false verdict=keep refusals=no-tensor-computation,no-tensor-parameter,unsupported-definition
        return self.parts[i]

    def append(self, part):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,python-side-effect
        self.parts.append(part)


def own_sequence(x):  # fact: side_effects=false verdict=convert safe=true
    sequence = Sequence([x])
    sequence.append(x * 2.0)
    return tf.add_n([p for p in sequence]) * float(len(sequence))


def given_sequence(x, sequence):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    sequence.append(1)
    return x * float(len(sequence))


def yields(x):  # fact: side_effects=false verdict=convert safe=true
    def produce(n):  # fact: side_effects=false verdict=keep refusals=no-tensor-parameter,unsupported-definition
        for i in range(n):
            yield x * float(i)

    return tf.add_n(list(produce(3)))


def yields_noisily(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    def produce(n):  # fact: side_effects=true verdict=keep refusals=frozen-state,no-tensor-parameter,python-side-effect,unsupported-definition
        for i in range(n):
            EVENTS["made"].append(i)
            yield x * float(i)

    return tf.add_n(list(produce(3)))


def stores_tensors(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    TENSORS.append(x * 2.0)
    return x * 2.0


def reads_tensors(x):  # fact: side_effects=false verdict=convert refusals=-
    return x + float(len(TENSORS))


def recursive_walk(tree, x):  # fact: side_effects=false verdict=convert refusals=-
    if isinstance(tree, dict):
        return {k: recursive_walk(v, x) for k, v in tree.items()}
    return tree * x


def match_kind(x, kind):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    match kind:
        case "double":
            return x * 2.0
        case "log":
            EVENTS["match"].append(1)
            return x * 3.0
        case _:
            return x


def by_slots(x):  # fact: side_effects=false verdict=convert safe=true
    record = {"a": 1}
    record |= {"b": 2}
    (first, *rest), last = [1, 2, 3], 4
    rest.append(last)
    return x * float(len(rest) + len(record) + first)


x = tf.constant([1.0, 2.0])
fires_quiet(x)
fires_loud(x)
by_deepcopy(x)
by_copy(x)
by_dict_copy(x)
by_list_copy(x)
by_slice_copy(x)
by_star_copy(x)
by_row(x)
by_enumerated_row(x)
by_zip_row(x)
by_max(x)
by_getter(x)
by_values(x)
by_chain(x)
by_conditional(x)
by_or(x)
by_fresh_or(x)
swaps(x, x * 2.0)
by_numpy_out(x)
by_numpy_method_out(x)
by_ndarray_ufunc(x)
by_flat(x)
by_setitem(x)
by_iadd(x)
by_reduce(x)
by_fresh_reduce(x)
add, read = make_adder()
read(x)
add(x)
read(x)
collect, size = make_collector()
collect(x)
size()
lazy = Lazy()
lazy.uses_table(x)
lazy.cached(x, 2)
lazy.cached_tensor(x, 2)
Lock().update(x)
lock = Lock()
lock.update(x)
own_sequence(x)
given_sequence(x, Sequence([1]))
yields(x)
yields_noisily(x)
stores_tensors(x)
reads_tensors(x)
recursive_walk({"a": x, "b": {"c": x}}, x)
match_kind(x, "double")
match_kind(x, "log")
by_slots(x)
