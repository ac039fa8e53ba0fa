"""Iterators that outlive the call move on once per trace; the call's own are its own."""

import itertools

import tensorflow as tf

NUMBERS = itertools.count()
CYCLE = itertools.cycle([1.0, 2.0, 3.0])
ITEMS = iter([float(i) for i in range(100)])
ITEMS2 = iter([float(i) for i in range(100)])
ITEMS3 = iter([float(i) for i in range(100)])
ITEMS4 = iter([float(i) for i in range(100)])
ITEMS5 = iter([float(i) for i in range(100)])
ITEMS6 = iter([float(i) for i in range(100)])
ITEMS7 = iter([float(i) for i in range(100)])
MAPPED = map(float, range(100))
ZIPPED = zip(range(100), range(100))
MADE = (float(i) for i in range(100))
BATCHES = iter(tf.data.Dataset.range(100))


def produce():  # fact: side_effects=false verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-result,unsupported-definition
    for i in range(100):
        yield float(i)


PRODUCED = produce()
SENT = produce()


class Source:
    def __init__(self):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition
        self.items = iter([float(i) for i in range(100)])
        self.position = 0

    def step(self, x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        return x * next(self.items)

    def __iter__(self):  # fact: side_effects=false verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-result,unsupported-definition
        return self

    def __next__(self):  # fact: side_effects=true verdict=keep refusals=frozen-state,no-tensor-computation,no-tensor-parameter,python-result,python-side-effect,unsupported-definition
        self.position += 1
        return float(self.position)


def counts(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    return x * float(next(NUMBERS))


def cycles(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    return x * next(CYCLE)


def takes_next(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    return x * next(ITEMS)


def takes_default(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    return x * next(ITEMS2, 0.0)


def takes_by_method(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    return x * ITEMS3.__next__()


def takes_by_loop(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    for item in ITEMS4:
        return x * item


def takes_slice(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    return x * sum(itertools.islice(ITEMS5, 2))


def takes_by_zip(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    for i, item in zip(range(2), ITEMS6):
        x = x * item
    return x


def takes_by_unpacking(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    first, second = itertools.islice(ITEMS7, 2)
    return x * first


def takes_mapped(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    return x * next(MAPPED)


def takes_zipped(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    return x * float(next(ZIPPED)[0])


def takes_made(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    return x * next(MADE)


def takes_produced(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    return x * next(PRODUCED)


def sends(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    return x * (SENT.send(None) or 1.0)


def takes_batch(x):  # fact: side_effects=false verdict=convert safe=true
    return x * tf.cast(next(BATCHES), tf.float32)


def takes_argument(x, items):  # fact: side_effects=true verdict=keep refusals=python-side-effect,untraceable-argument
    return x * next(items)


def takes_object(x, source):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    return x * next(source)


def local_next(x):  # fact: side_effects=false verdict=convert safe=true
    items = iter([1.0, 2.0])
    return x * next(items) * next(items)


def local_generator(x):  # fact: side_effects=false verdict=convert safe=true
    total = x
    for factor in produce_some(x):
        total = total + factor
    return total


def produce_some(x):  # fact: side_effects=false verdict=keep refusals=unsupported-definition
    for i in range(3):
        yield x * float(i)


def local_generator_next(x):  # fact: side_effects=false verdict=convert safe=true
    items = produce_some(x)
    return next(items) + next(items)


def local_expression(x):  # fact: side_effects=false verdict=convert safe=true
    return tf.add_n([y for y in (x * float(i) for i in range(3))])


def local_zip(x):  # fact: side_effects=false verdict=convert safe=true
    total = x
    for a, b in zip([1.0, 2.0], [3.0, 4.0]):
        total = total * a + b
    return total


def local_chain(x):  # fact: side_effects=false verdict=convert safe=true
    return tf.add_n([x * f for f in itertools.chain([1.0], [2.0])])


def local_count(x):  # fact: side_effects=false verdict=convert safe=true
    numbers = itertools.count(2)
    return x * float(next(numbers))


def local_enumerate(x, layers):  # fact: side_effects=false verdict=convert safe=true
    for i, layer in enumerate(layers):
        x = layer(x) * float(i + 1)
    return x


def local_reversed(x, layers):  # fact: side_effects=false verdict=convert safe=true
    for layer in reversed(layers):
        x = layer(x)
    return x


def over_dictionary(x, table):  # fact: side_effects=false verdict=convert safe=true
    for name, factor in table.items():
        x = x * factor
    return x


value = tf.constant([1.0, 2.0])
source = Source()
source.step(value)
counts(value)
cycles(value)
takes_next(value)
takes_default(value)
takes_by_method(value)
takes_by_loop(value)
takes_slice(value)
takes_by_zip(value)
takes_by_unpacking(value)
takes_mapped(value)
takes_zipped(value)
takes_made(value)
takes_produced(value)
sends(value)
takes_batch(value)
takes_argument(value, iter([1.0, 2.0, 3.0, 4.0, 5.0]))
takes_object(value, Source())
local_next(value)
local_generator(value)
local_generator_next(value)
local_expression(value)
local_zip(value)
local_chain(value)
local_count(value)
local_enumerate(value, [tf.abs, tf.square])
local_reversed(value, [tf.abs, tf.square])
over_dictionary(value, {"a": 2.0, "b": 3.0})
