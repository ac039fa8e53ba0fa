"""Tensors that leave the call other than by `return`, and results that are kept."""

import contextvars
import functools
import queue
import threading
import weakref

import tensorflow as tf

HISTORY, TABLE, WEAK, BEST = [], {}, weakref.WeakValueDictionary(), None
CURRENT = contextvars.ContextVar("current")
LOCAL = threading.local()
LINE = queue.Queue()
MEMO = {}


class Box:
    def __init__(self):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition
        self.last = None
        self.items = []


class Layer:
    def __init__(self):  # fact: side_effects=true verdict=keep refusals=python-side-effect,unsupported-definition,variable-creation
        self.last = None
        self.outputs = []
        self.table = {}
        self.cache = None
        self.kernel = tf.Variable([1.0, 2.0])
        self.array = None

    def stores(self, x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        self.last = x * 2.0
        return x

    def appends(self, x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        self.outputs.append(x * 2.0)
        return x + 1.0

    def keys(self, x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        self.table["y"] = x * 2.0
        return x + 1.0

    def lazily(self, x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
        if self.cache is None:
            self.cache = tf.range(2.0)
        return x * self.cache

    def stores_array(self, x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        self.array = tf.TensorArray(tf.float32, 1).write(0, x)
        return x * 2.0

    @functools.cached_property
    def table_of_ones(self):  # fact: side_effects=false verdict=keep refusals=unsupported-definition
        return tf.ones([2])

    def uses_cached(self, x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        return x * self.table_of_ones

    @functools.lru_cache(maxsize=None)
    def positions(self, n):  # fact: side_effects=false verdict=keep refusals=no-tensor-parameter,unsupported-definition
        return tf.range(float(n))

    def uses_positions(self, x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        return x * self.positions(2)

    def stores_and_reads(self, x):  # fact: side_effects=true verdict=convert refusals=-
        self.last = x * 2.0
        return self.last + 1.0


class Recorder:
    outputs = []

    def record(self, x):  # fact: side_effects=true verdict=keep refusals=python-side-effect,temporary-receiver
        Recorder.outputs.append(x)
        return x * 2.0


@functools.lru_cache(maxsize=None)
def ones(n):  # fact: side_effects=false verdict=keep refusals=no-tensor-parameter,unsupported-definition
    return tf.ones([n])


@functools.cache
def scale(n):  # fact: side_effects=false verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-result,unsupported-definition
    return float(n) * 2.0


def uses_cached_tensor(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    return x * ones(2)


def uses_cached_number(x):  # fact: side_effects=false verdict=convert safe=true
    return x * scale(3)


def memoised(n):  # fact: side_effects=true verdict=keep refusals=frozen-state,no-tensor-parameter,python-side-effect
    if n not in MEMO:
        MEMO[n] = tf.ones([n])
    return MEMO[n]


def uses_memo(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    return x * memoised(2)


def memo_default(x, memo={}):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    if "y" not in memo:
        memo["y"] = 2.0
    return x * memo["y"]


def sets_context(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    CURRENT.set(1)
    return x * 2.0


def sets_thread_local(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    LOCAL.value = 1
    return x * 2.0


def queues(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    LINE.put(1)
    return x * 2.0


def weakly(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    box = Box()
    WEAK["box"] = box
    return x * 2.0


def weak_reference(x, box):  # fact: side_effects=null verdict=undetermined refusals=unseen-code
    return x * float(weakref.ref(box)() is box)


def weak_finalizer(x):  # fact: side_effects=null verdict=undetermined refusals=unseen-code
    weakref.finalize(Box, print, "gone")
    return x * 2.0


def by_attribute_of_function(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    by_attribute_of_function.last = x * 2.0
    return x * 2.0


def by_raised(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    error = ValueError()
    error.value = x
    return x * 2.0


def returns_object(x):  # fact: side_effects=false verdict=keep refusals=python-result
    box = Box()
    box.last = x * 2.0
    return box


def returns_pair(x):  # fact: side_effects=false verdict=convert safe=true
    return x, [x * 2.0]


def returns_closure(x):  # fact: side_effects=false verdict=keep refusals=no-tensor-computation,python-result
    return lambda: x * 2.0


def takes_box(x, box):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    box.items.append(x)
    return x * 2.0


def starts_thread(x):  # fact: side_effects=true verdict=keep refusals=python-output,unseen-code
    thread = threading.Thread(target=HISTORY.append, args=(1,))
    thread.start()
    thread.join()
    return x * 2.0


def locks(x, lock=threading.Lock()):  # fact: side_effects=false verdict=convert safe=false
    with lock:
        return x * 2.0


value = tf.constant([1.0, 2.0])
layer = Layer()
layer.stores(value)
layer.appends(value)
layer.keys(value)
layer.lazily(value)
layer.stores_array(value)
layer.uses_cached(value)
layer.uses_positions(value)
layer.stores_and_reads(value)
Recorder().record(value)
uses_cached_tensor(value)
uses_cached_number(value)
uses_memo(value)
memo_default(value)
sets_context(value)
sets_thread_local(value)
queues(value)
weakly(value)
box = Box()
weak_reference(value, box)
weak_finalizer(value)
by_attribute_of_function(value)
by_raised(value)
returns_object(value)
returns_pair(value)
returns_closure(value)
takes_box(value, Box())
starts_thread(value)
locks(value)
