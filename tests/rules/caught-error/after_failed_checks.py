"""Variables that are assigned beside a check: in a graph the assignment does not wait for a check that fails."""

import asyncio
import contextlib

import tensorflow as tf

kept = {name: tf.Variable(0.0) for name in "abcdefg"}


class Ignoring:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return kind is not None and issubclass(kind, tf.errors.InvalidArgumentError)


class Closing:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return None


@contextlib.contextmanager
def tolerant():
    try:
        yield
    except Exception:
        results.append("skipped")


# tf: differs
def deposit(x):  # expect: undetermined HYB129
    tf.debugging.assert_non_negative(x)
    kept["a"].assign_add(tf.reduce_sum(x))
    return kept["a"] + 0.0


# tf: differs
def withdraw(x):  # expect: convert unsafe
    tf.debugging.assert_non_negative(x)
    kept["b"].assign_sub(tf.reduce_sum(x))
    return kept["b"] + 0.0


# tf: differs
def counted(x):  # expect: convert unsafe
    tf.debugging.assert_non_negative(x)
    kept["c"].assign_add(1.0)
    return tf.reduce_sum(x)


# tf: differs
def closed(x):  # expect: convert unsafe
    tf.debugging.assert_non_negative(x)
    kept["d"].assign_add(1.0)
    return tf.reduce_sum(x)


# tf: differs
def awaited(x):  # expect: convert unsafe
    tf.debugging.assert_non_negative(x)
    kept["e"].assign_add(1.0)
    return tf.reduce_sum(x)


# tf: differs
def product(x, y):  # expect: convert unsafe
    return tf.matmul(x, y)


# tf: same
def unhandled(x):  # expect: convert
    tf.debugging.assert_less(x, 5.0)
    kept["f"].assign_add(1.0)
    return tf.reduce_sum(x)


# tf: same
def inside(x):  # expect: convert
    kept["g"].assign_add(1.0)
    return tf.reduce_sum(x)


async def run(x):
    return awaited(x)


async def both():
    return await asyncio.gather(run(good), run(bad), return_exceptions=True)


good, bad = tf.constant([1.0, 2.0]), tf.constant([-1.0, 2.0])
results = []
for x in (good, bad):
    with contextlib.suppress(tf.errors.InvalidArgumentError):
        deposit(x)
    with Ignoring():
        withdraw(x)
    with tolerant():
        counted(x)
    with Closing():
        results.append([unhandled(x), inside(x)])
with Ignoring():
    try:
        closed(bad)
    finally:
        results.append(kept["d"] + 0.0)
asyncio.run(both())
with tolerant(), Ignoring():
    product(tf.eye(2), tf.eye(3))
results += [v + 0.0 for v in kept.values()]
