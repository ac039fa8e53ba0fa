"""Dicts that are made of others, of pairs and by being read."""

import collections

import tensorflow as tf


def of_merged(base, extra):  # fact: verdict=convert safe=true
    merged = {**base, **extra}
    return merged["a"] - merged["b"]


def of_pairs(a, b):  # fact: verdict=convert safe=true
    entries = dict([("first", a), ("second", b)])
    return entries["first"] * entries["second"]


def of_zip(names, parts):  # fact: verdict=convert safe=true
    entries = dict(zip(names, parts))
    return tf.add_n(list(entries.values()))


def ordered(a, b):  # fact: verdict=convert safe=true
    return collections.OrderedDict([("z", a), ("a", b * 2.0)])


def grouped(parts, names):  # fact: verdict=convert safe=true
    groups = collections.defaultdict(list)
    for name, part in zip(names, parts):
        groups[name].append(part)
    return {name: tf.add_n(part) for name, part in groups.items()}


def counted(x, words):  # fact: verdict=convert safe=true
    counts = collections.Counter(words)
    return x * float(counts["a"])


point = tf.ones([2])
results = [
    of_merged({"a": point, "b": point}, {"b": point * 2.0}),
    of_pairs(point, point),
    of_zip(["a", "b"], [point, point]),
    ordered(point, point),
    grouped([point, point, point], ["q", "p", "q"]),
    counted(point, "aab"),
]
