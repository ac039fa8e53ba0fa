"""Generators, iterators and comprehensions."""

import itertools

import tensorflow as tf


def halves(x):  # fact: called=true x:tensor:float32:[2]
    yield x * 0.5
    yield x * 0.25


def delegating(x):  # fact: called=true
    yield from halves(x)
    received = yield x
    print(received)


def counting():  # fact: called=true side_effects=true
    print("started")
    yield 1
    return 2


def consumed(x):  # fact: x:tensor:float32:[2] side_effects=false verdict=convert safe=true
    return tf.add_n(list(halves(x)))


def looped(x):  # fact: x:tensor:float32:[2] side_effects=false verdict=convert safe=true
    total = tf.zeros([2])
    for part in halves(x):
        total += part
    return total


def loud(x):  # fact: x:tensor:float32:[2] side_effects=true
    for n in counting():
        x = x * float(n)
    return x


def first(x):  # fact: x:tensor:float32:[2] side_effects=false
    return next(halves(x))


def expressions(parts):  # fact: tensor_parameter=true side_effects=false verdict=convert
    squares = {i: tf.square(p) for i, p in enumerate(parts)}
    return sum(squares[i] for i in range(2)) + tf.add_n([q for q in squares.values()])


def chained(parts):  # fact: tensor_parameter=true side_effects=false verdict=convert
    total = tf.zeros([2])
    for part, rate in itertools.zip_longest(parts, [1.0, 2.0]):
        total += part * rate
    for left, right in itertools.product(parts, parts):
        total += left * right
    for part in itertools.chain(parts, parts):
        total += part
    for left, right in zip(parts, parts[1:]):
        total += left - right
    return total


class Batches:
    def __init__(self, parts):  # fact: tensor_parameter=true
        self.parts, self.position = parts, 0

    def __iter__(self):  # fact: called=true
        return self

    def __next__(self):  # fact: called=true side_effects=true
        if self.position >= len(self.parts):
            raise StopIteration
        self.position += 1
        return self.parts[self.position - 1]


def over_object(batches):  # fact: side_effects=true
    total = tf.zeros([2])
    for part in batches:
        total += part
    return total


value = tf.constant([1.0, 2.0])
consumed(value)
looped(value)
loud(value)
first(value)
expressions([value, value])
chained([value, value])
over_object(Batches([value, value]))
for part in delegating(value):
    tf.abs(part)
