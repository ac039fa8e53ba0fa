"""Changes that go on behind the place that begins them: contexts, generators, and targets of assignments."""

import contextlib

import tensorflow as tf

LOSS = {"best": 0.0}
SCALE = {"in_context": 1.0}
LEFT = {"in_class": 1.0}
ENTERED = {"entered": 1.0}
GENERATED = {"generated": 1.0}
LAZY = {"lazily": 1.0}
LISTED = {"listed": 1.0}


# tf: same
def best(x):  # expect: HYB104
    return x + LOSS["best"]


@contextlib.contextmanager
def setting(value):
    old = SCALE["in_context"]
    SCALE["in_context"] = value
    try:
        yield
    finally:
        SCALE["in_context"] = old


# tf: same
def in_context(x):  # expect: HYB104
    return x * SCALE["in_context"]


class Setting:
    def __enter__(self):
        ENTERED["entered"] = 2.0

    def __exit__(self, *error):
        LEFT["in_class"] = 2.0


# tf: same
def in_class(x):  # expect: HYB104
    return x * LEFT["in_class"]


# tf: same
def entered(x):  # expect: convert unsafe
    return x * ENTERED["entered"]


def put(value):
    GENERATED["generated"] = value


def put_lazily(value):
    LAZY["lazily"] = value


def put_listed(value):
    LISTED["listed"] = value


def schedule():
    for value in (1.0, 2.0):
        put(value)
        yield value


# tf: same
def generated(x):  # expect: HYB104
    return x * GENERATED["generated"]


# tf: same
def lazily(x):  # expect: HYB104
    return x * LAZY["lazily"]


def loaded():
    for value in (1.0, 2.0):
        put_listed(value)
        yield value


# tf: same
def listed(x):  # expect: convert unsafe
    return x * LISTED["listed"]


def main(x):
    LOSS["best"] = float(tf.reduce_sum(best(x)))
    results = [best(x)]
    with setting(3.0):
        results.append(in_context(x))
    results.append(in_context(x))
    with Setting():
        results.append(in_class(x))
        results.append(entered(x))
    results += [in_class(x), entered(x)]
    values = schedule()
    for _ in values:
        results.append(generated(x))
    factors = (put_lazily(value) for value in (1.0, 2.0))
    for _ in factors:
        results.append(lazily(x))
    steps = list(loaded())
    for _ in steps:
        results.append(listed(x))
    return [result.numpy() for result in results]


if __name__ == "__main__":
    results = main(tf.ones([2]))
