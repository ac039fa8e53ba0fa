"""Library functions that iterate: what they hand on, and which of them look at values."""

import collections
import itertools

import tensorflow as tf

CALLS = []


def handed(x):  # fact: x:tensor:float32:[2]
    return x * 1.0


def grouped(x):  # fact: side_effects=false verdict=convert
    total = x
    for size, group in itertools.groupby([1, 1, 2], key=lambda n: n):
        for n in group:
            total = total + handed(x) * float(n * size)
    return total


def grouped_items(x):  # fact: side_effects=false verdict=convert
    total = x
    for _, pairs in itertools.groupby([("a", x), ("b", x)], key=lambda pair: pair[0]):
        for _, part in pairs:
            total = total + handed(part)
    return total


def grouped_by_tensor(x):  # fact: verdict=keep
    return [key * 2.0 for key, _ in itertools.groupby([x[0], x[1]])][0]


def grouped_noisily(x):  # fact: side_effects=true verdict=keep
    for _ in itertools.groupby([1, 2], key=lambda n: CALLS.append(n)):
        pass
    return x * 2.0


def chained(x):  # fact: side_effects=false verdict=convert
    return tf.add_n([handed(part) for part in itertools.chain([x], (x, x))])


def sliced(x):  # fact: side_effects=false
    return tf.add_n([handed(part) for part in itertools.islice([x, x, x], 2)])


def overlaid(x):  # fact: verdict=convert
    options = collections.ChainMap({"rate": 2.0}, {"rate": 1.0})
    return x * options["rate"]


x = tf.constant([1.0, 2.0])
for function in (grouped, grouped_items, grouped_by_tensor, grouped_noisily, chained, sliced, overlaid):
    function(x)
