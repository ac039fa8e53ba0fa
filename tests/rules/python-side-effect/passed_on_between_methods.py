"""Attributes that a call sets before the methods that it calls read them, and those that others read as well.

Of the former, what differs is what the attributes hold after the call, which nothing looks at; results are the same.
"""

import contextlib

import tensorflow as tf


class Passing:
    # tf: differs
    def propagate(self, x, edges):  # expect: convert unsafe
        self.targets = edges[:, 1]
        self.sources = edges[:, 0]
        self.count = tf.shape(x)[0]
        return self.gathered(self.message(x))

    def message(self, x):
        return tf.gather(x, self.sources)

    def gathered(self, messages):
        return tf.math.unsorted_segment_sum(messages, self.targets, self.count)


class Weighted(Passing):
    def message(self, x):
        return super().message(x) - 0.5 * tf.gather(x, self.targets)


class Sampler:
    def setup(self, x, scale):
        if scale is None:
            raise ValueError("no scale")
        self.batch = tf.shape(x)[0]
        if scale > 1.0:
            self.scale = scale
        else:
            self.scale = 1.0

    @property
    def shape(self):
        return (self.batch, 2)

    def start(self):
        return tf.ones(self.shape) * self.scale


class Decoder:
    def __init__(self):
        self.sampler = Sampler()

    # tf: differs
    def decode(self, x):  # expect: convert unsafe
        self.sampler.setup(x, 2.0)
        return self.sampler.start() + tf.reduce_sum(x)


class Chain:
    """Each part holds one of its own kind, without end."""

    def __init__(self, depth):
        self.next = Chain(depth - 1) if depth else None

    # tf: raises TypeError "The tensor <tf.Tensor 'x:0' shape=() dtype=float32> cannot b"
    def run(self, x):  # expect: HYB102, HYB104, HYB118
        self.value = x
        return self.total()

    def total(self):
        return self.value if self.next is None else self.next.total()


class Mapped:
    # tf: differs
    def call(self, x):  # expect: convert unsafe
        self.largest = tf.reduce_max(x)

        def body(i, total):
            return i + 1, total + self.largest

        _, total = tf.while_loop(lambda i, _: i < 3, body, (tf.constant(0), tf.constant(0.0)))
        return tf.map_fn(lambda row: row / self.largest, x) + total

    # tf: differs
    def deferred(self, x):  # expect: HYB102, HYB104
        self.smallest = tf.reduce_min(x)

        def later(row):
            return row - self.smallest

        self.later = later
        return tf.map_fn(later, x)


class Reported:
    # tf: differs
    def call(self, x):  # expect: HYB102, HYB104
        self.norm = tf.norm(x)
        return x / self.norm

    def report(self):
        return self.norm


class Outer:
    def whole(self, x):
        self.mean = tf.reduce_mean(x)
        y = self.centred(x * 2.0)
        return y + self.mean

    # tf: raises TypeError "The tensor <tf.Tensor 'Mean:0' shape=() dtype=float32> canno"
    def centred(self, x):  # expect: HYB102, HYB104
        self.mean = tf.reduce_mean(x)
        return x - self.mean

    def shifted(self, x):
        self.shift = tf.reduce_max(x)
        return self.minus(x)

    # tf: differs
    def minus(self, x):  # expect: HYB104
        return x - self.shift


class Sometimes:
    def __init__(self):
        self.first = None
        self.sum = tf.constant(0.0)

    # tf: raises TypeError "The tensor <tf.Tensor 'Sum:0' shape=() dtype=float32> cannot"
    def call(self, x, again):  # expect: HYB102, HYB104
        if not again:
            self.first = tf.reduce_sum(x)
        return self.rest(x)

    def rest(self, x):
        return x - (0.0 if self.first is None else self.first)

    # tf: raises TypeError "The tensor <tf.Tensor 'Sum:0' shape=() dtype=float32> cannot"
    def total(self, parts):  # expect: HYB102, HYB104
        for part in parts:
            self.sum = tf.reduce_sum(part)
        return self.sum * 2.0

    # tf: raises TypeError "The tensor <tf.Tensor 'mul:0' shape=() dtype=float32> cannot"
    def suppressed(self, x, i):  # expect: HYB102, HYB104, HYB113
        with contextlib.suppress(KeyError):
            self.key = {1: x * 2.0}[i]
        return self.kept(x)

    def kept(self, x):
        return x + self.key

    # tf: raises TypeError "The tensor <tf.Tensor 'mul:0' shape=() dtype=float32> cannot"
    def suppressed_by_name(self, x, i):  # expect: HYB102, HYB104, HYB113
        quiet = contextlib.suppress(KeyError)
        with quiet:
            self.named = {1: x * 2.0}[i]
        return x + self.named

    # tf: raises TypeError "The tensor <tf.Tensor 'mul:0' shape=() dtype=float32> cannot"
    def suppressed_in_stack(self, x, i):  # expect: HYB102, HYB104, HYB113
        with contextlib.ExitStack() as stack:
            stack.enter_context(contextlib.suppress(KeyError))
            self.stacked = {1: x * 2.0}[i]
        return x + self.stacked


class Factor:
    def set_up(self, factor):
        self.factor = factor

    def times(self, x):
        return x * self.factor


class Replacing:
    def __init__(self):
        self.part, self.other = Factor(), Factor()
        self.other.set_up(4.0)

    # tf: differs
    def multiply(self, x):  # expect: HYB102, HYB104
        self.part.set_up(tf.reduce_max(x))
        self.part, self.other = self.other, self.part
        return self.part.times(x)


class Later:
    # tf: differs
    def call(self, x):  # expect: HYB102, HYB104
        self.bound = tf.reduce_max(x)
        self.steps = self.steps_to()
        return x * 2.0

    def steps_to(self):
        yield self.bound
        yield self.bound * 2.0

    def rest(self):
        return [step * 1.0 for step in self.steps]


class Kept:
    def __init__(self):
        self.functions = []

    # tf: differs
    def call(self, x):  # expect: HYB102, HYB104
        self.offset = tf.reduce_max(x)
        self.functions.append(lambda y: y + self.offset)
        return x - self.offset


class Swallowing:
    @contextlib.contextmanager
    def careful(self):
        with contextlib.suppress(KeyError):
            yield

    # tf: raises TypeError "The tensor <tf.Tensor 'mul:0' shape=() dtype=float32> cannot"
    def call(self, x, i):  # expect: HYB102, HYB104, HYB113
        with self.careful():
            self.entry = {1: x * 2.0}[i]
        return self.moved(x)

    def moved(self, x):
        return x + self.entry


class Handing:
    def __init__(self):
        self.methods = []

    # tf: differs
    def call(self, x):  # expect: HYB102, HYB104
        self.top = tf.reduce_max(x)
        self.methods.append(self.below)
        return self.below(x)

    def below(self, x):
        return x - self.top


class Shared:
    def __setattr__(self, name, value):
        if name not in self.__dict__:
            super().__setattr__(name, value)

    # tf: differs
    def call(self, x):  # expect: HYB102, HYB104
        self.start = tf.reduce_max(x)
        return self.moved(x)

    def moved(self, x):
        return x - self.start


class Traced:
    @tf.function
    def setup(self, x):
        self.level = x * 2.0

    # tf: differs
    def call(self, x):  # expect: HYB102, HYB104
        self.setup(x)
        return self.read(x)

    def read(self, x):
        return x + tf.convert_to_tensor(self.level)


class Unknown:
    # tf: differs
    def call(self, x):  # expect: HYB102, HYB104
        self.mark = tf.reduce_max(x)
        return x - self.mark


def look(thing):
    return thing.mark


def main():
    results = []
    edges = tf.constant([[0, 1], [1, 0], [1, 1]])
    passing, weighted, decoder = Passing(), Weighted(), Decoder()
    for x in (tf.constant([1.0, 2.0]), tf.constant([3.0, 5.0])):
        results += [passing.propagate(x, edges), weighted.propagate(x, edges), decoder.decode(x)]
    reported, outer, sometimes, replacing = Reported(), Outer(), Sometimes(), Replacing()
    later, kept, shared, unknown = Later(), Kept(), Shared(), Unknown()
    for x in (tf.constant([1.0, 2.0]), tf.constant([3.0, 5.0])):
        results += [reported.call(x), outer.whole(x), outer.shifted(x)]
        results += [replacing.multiply(x), later.call(x), kept.call(x), shared.call(x), unknown.call(x)]
        with contextlib.suppress(TypeError, AttributeError):
            results.append(float(reported.report()))
            results.append([float(step) for step in later.rest()])
            results.append([float(function(1.0)) for function in kept.functions])
            results.append(float(look(unknown)))
    for again in (False, True, False, True):
        results.append(sometimes.call(tf.constant([1.0, 2.0]) * float(len(results)), again))
    results += [sometimes.total([tf.constant(4.0)]), sometimes.total([])]
    results += [sometimes.suppressed(tf.constant(float(i)), i % 2) for i in (1, 2, 3, 4)]
    results += [sometimes.suppressed_by_name(tf.constant(float(i)), i % 2) for i in (1, 2, 3, 4)]
    results += [sometimes.suppressed_in_stack(tf.constant(float(i)), i % 2) for i in (1, 2, 3, 4)]
    mapped = Mapped()
    for x in (tf.constant([1.0, 2.0]), tf.constant([3.0, 5.0])):
        results += [mapped.call(x), mapped.deferred(x)]
        with contextlib.suppress(TypeError):
            results.append(float(mapped.later(1.0)))
    swallowing, handing = Swallowing(), Handing()
    results += [swallowing.call(tf.constant(float(i)), i % 2) for i in (1, 2, 3, 4)]
    for x in (tf.constant([1.0, 2.0]), tf.constant([3.0, 5.0])):
        results.append(handing.call(x))
        with contextlib.suppress(TypeError):
            results.append([float(method(1.0)) for method in handing.methods])
    chain = Chain(2)
    for x in (tf.constant(1.0), tf.constant(2.0)):
        results += [chain.next.next.run(x), chain.run(x), chain.next.run(x + 1.0)]
    traced = Traced()
    with contextlib.suppress(TypeError):
        results += [traced.call(tf.constant(1.0))]
    return results


RESULTS = main()
