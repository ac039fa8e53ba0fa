"""Closures, `nonlocal`, `global`, lambdas, and functions that are returned."""

import tensorflow as tf

COUNT = 0
RATE = 0.5


def counted(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    global COUNT
    COUNT += 1
    return x * 2.0


def reading(x):  # fact: side_effects=false verdict=convert safe=true
    return x * RATE


def make_step(rate):  # fact: tensor_parameter=false rate:primitive
    calls = 0

    def step(x):  # fact: side_effects=true tensor_parameter=true called=true
        nonlocal calls
        calls += 1
        return x * rate

    return step


def make_pure(rate):  # fact: tensor_parameter=false
    def pure(x):  # fact: side_effects=false tensor_parameter=true called=true x:tensor:float32:[2]
        return x * rate

    return pure


def shadowing(x):  # fact: side_effects=false verdict=convert
    COUNT = 3.0
    return x * COUNT


def inner_counter(x):  # fact: side_effects=false verdict=convert safe=true
    total = 0.0

    def add(amount):  # fact: called=true amount:primitive
        nonlocal total
        total += amount

    add(1.0)
    add(2.0)
    return x * total


def by_lambda(x):  # fact: tensor_parameter=true side_effects=false verdict=convert
    twice = lambda v: v * 2.0
    return twice(twice(x))


value = tf.constant([1.0, 2.0])
counted(value)
reading(value)
make_step(0.5)(value)
make_pure(0.25)(value)
shadowing(value)
inner_counter(value)
by_lambda(value)
