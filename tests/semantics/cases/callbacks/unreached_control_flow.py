"""Tensor-dependent Python control flow that Python, and not a written call, reaches."""

import contextlib
import dataclasses
import functools

import tensorflow as tf


def signed(v):  # fact: side_effects=false verdict=convert refusals=-
    if tf.reduce_sum(v) > 0.0:
        v = v * 2.0
    else:
        v = v * 3.0
    return v


class Made:
    def __init__(self, v):  # fact: side_effects=true verdict=keep refusals=python-side-effect,unsupported-definition
        if tf.reduce_sum(v) > 0.0:
            v = v * 2.0
        self.v = v


def by_constructor(x):  # fact: side_effects=false verdict=keep refusals=tensor-control-flow
    return Made(x).v + 1.0


@dataclasses.dataclass
class Record:
    v: tf.Tensor

    def __post_init__(self):  # fact: side_effects=true verdict=keep refusals=python-side-effect,tensor-control-flow,unsupported-definition,untraceable-argument
        if tf.reduce_sum(self.v) > 0.0:
            self.v = self.v * 2.0


def by_post_init(x):  # fact: side_effects=false verdict=keep refusals=tensor-control-flow
    return Record(x).v + 1.0


class Special:
    def __init__(self, v):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,python-side-effect,unsupported-definition
        self.v = v

    @property
    def signed(self):  # fact: side_effects=false verdict=keep refusals=unsupported-definition
        v = self.v
        if tf.reduce_sum(v) > 0.0:
            v = v * 2.0
        return v

    def __getitem__(self, i):  # fact: side_effects=false verdict=keep refusals=no-tensor-parameter,unsupported-definition
        v = self.v
        if tf.reduce_sum(v) > 0.0:
            v = v * 2.0
        return v[i]

    def __add__(self, other):  # fact: side_effects=false verdict=keep refusals=unsupported-definition
        if tf.reduce_sum(other) > 0.0:
            other = other * 2.0
        return other

    def __radd__(self, other):  # fact: side_effects=false verdict=keep refusals=unsupported-definition
        if tf.reduce_sum(other) > 0.0:
            other = other * 2.0
        return other

    def __neg__(self):  # fact: side_effects=false verdict=keep refusals=unsupported-definition
        v = self.v
        if tf.reduce_sum(v) > 0.0:
            v = v * 2.0
        return v

    def __matmul__(self, other):  # fact: side_effects=false verdict=convert safe=true
        return signed(other)

    def __call__(self, v):  # fact: side_effects=false verdict=convert safe=true
        if tf.reduce_sum(v) > 0.0:
            v = v * 2.0
        return v

    def __enter__(self):  # fact: side_effects=true verdict=keep refusals=python-result,python-side-effect,tensor-control-flow,unsupported-definition
        if tf.reduce_sum(self.v) > 0.0:
            self.v = self.v * 2.0
        return self

    def __exit__(self, *args):  # fact: side_effects=false verdict=keep refusals=no-tensor-computation,no-tensor-parameter,unsupported-definition
        pass

    def __iter__(self):  # fact: side_effects=false verdict=keep refusals=python-result,unsupported-definition
        return iter([signed(self.v)])

    def __lt__(self, other):  # fact: side_effects=false verdict=keep refusals=unsupported-definition
        if tf.reduce_sum(self.v) > 0.0:
            other = other * 2.0
        return other

    def method(self, v):  # fact: side_effects=false verdict=keep refusals=temporary-receiver
        if tf.reduce_sum(v) > 0.0:
            v = v * 2.0
        return v

    @functools.cached_property
    def kept(self):  # fact: side_effects=false verdict=keep refusals=unsupported-definition
        return signed(self.v)


def by_property(x):  # fact: side_effects=false verdict=keep refusals=tensor-control-flow
    return Special(x).signed + 1.0


def by_item(x):  # fact: side_effects=false verdict=keep refusals=tensor-control-flow
    return Special(x)[0] + 1.0


def by_operator(x):  # fact: side_effects=false verdict=keep refusals=tensor-control-flow
    return Special(x) + x


def by_reflected(x):  # fact: side_effects=false verdict=keep refusals=tensor-as-python-value,tensor-control-flow
    return 1.0 * x + Special(x)


def by_unary(x):  # fact: side_effects=false verdict=keep refusals=tensor-control-flow
    return -Special(x)


def by_matmul(x):  # fact: side_effects=false verdict=keep refusals=tensor-control-flow
    return Special(x) @ x


def by_comparison(x):  # fact: side_effects=false verdict=keep refusals=tensor-control-flow
    return (Special(x) < x) + 1.0


def by_call(x):  # fact: side_effects=false verdict=convert safe=true
    return Special(x)(x) + 1.0


def by_method(x):  # fact: side_effects=false verdict=convert safe=true
    return Special(x).method(x) + 1.0


def by_enter(x):  # fact: side_effects=false verdict=keep refusals=tensor-control-flow
    with Special(x) as special:
        return special.v + 1.0


def by_iteration(x):  # fact: side_effects=false verdict=keep refusals=tensor-control-flow
    total = x
    for v in Special(x):
        total = total + v
    return total


def by_cached(x):  # fact: side_effects=false verdict=keep refusals=tensor-control-flow
    return Special(x).kept + 1.0


class Loud(Special):
    def method(self, v):  # fact: side_effects=false verdict=keep refusals=temporary-receiver
        return super().method(v) + 1.0


def by_super(x):  # fact: side_effects=false verdict=convert refusals=-
    return Loud(x).method(x)


class Described:
    def __get__(self, instance, owner):  # fact: side_effects=false verdict=keep refusals=unsupported-definition
        return signed(instance.v)


class Holder:
    part = Described()

    def __init__(self, v):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,python-side-effect,unsupported-definition
        self.v = v


def by_descriptor(x):  # fact: side_effects=false verdict=keep refusals=tensor-control-flow
    return Holder(x).part + 1.0


def by_sort_key(x):  # fact: side_effects=false verdict=convert safe=true
    return sorted([x, x * 2.0], key=lambda v: 1 if signed(v) is not None else 0)[0]


def by_default(x, function=signed):  # fact: side_effects=false verdict=convert safe=true
    return function(x)


def by_or(x):  # fact: side_effects=false verdict=convert safe=true
    return (None or signed)(x)


def by_star(x):  # fact: side_effects=false verdict=convert safe=true
    return signed(*[x])


def by_sum(x):  # fact: side_effects=false verdict=convert safe=true
    return sum(signed(v) for v in (x, x))


def by_dict(x):  # fact: side_effects=false verdict=convert safe=true
    return {k: signed(x) for k in "ab"}["a"]


def by_local(x):  # fact: side_effects=false verdict=convert safe=true
    def inner(v):  # fact: side_effects=false verdict=convert safe=true
        if tf.reduce_sum(v) > 0.0:
            v = v * 2.0
        return v

    return inner(x) + 1.0


def by_getattr(x):  # fact: side_effects=false verdict=convert refusals=-
    return getattr(Special(x), "method")(x)


def by_format(x):  # fact: side_effects=false verdict=convert safe=true
    return x * float(len("{}".format(signed(x) is None)))


@contextlib.contextmanager
def opened(v):  # fact: side_effects=false verdict=keep refusals=tensor-control-flow,unsupported-definition
    if tf.reduce_sum(v) > 0.0:
        v = v * 2.0
    yield v


def by_context(x):  # fact: side_effects=false verdict=keep refusals=tensor-control-flow
    with opened(x) as v:
        return v + 1.0


class Meter(tf.keras.metrics.Metric):
    def __init__(self):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition,variable-creation
        super().__init__(name="meter")
        self.total = self.add_weight(name="total", initializer="zeros")
        self.log = []

    def update_state(self, y, p, sample_weight=None):  # fact: side_effects=false verdict=convert safe=true
        if tf.reduce_sum(p) > 0.0:
            self.total.assign_add(1.0)

    def result(self):  # fact: side_effects=false verdict=convert refusals=-
        return self.total * 1.0


class NoisyMeter(tf.keras.metrics.Metric):
    def __init__(self):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition,variable-creation
        super().__init__(name="noisy")
        self.log = []
        self.total = self.add_weight(name="total", initializer="zeros")

    def update_state(self, y, p, sample_weight=None):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        self.log.append(1)
        self.total.assign_add(1.0)

    def result(self):  # fact: side_effects=false verdict=convert refusals=-
        return self.total * 1.0


METER = Meter()
METER2 = Meter()
NOISY = NoisyMeter()


def by_metric(x):  # fact: side_effects=false verdict=keep refusals=tensor-control-flow
    return METER(x, x)


def by_update(x):  # fact: side_effects=false verdict=convert safe=true
    METER2.update_state(x, x)
    return x * 2.0


def by_noisy_metric(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    return NOISY(x, x)


DENSE = tf.keras.layers.Dense(2, activation=lambda v: signed(v))
DENSE(tf.ones([1, 2]))
WRAPPED = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(2, activation=signed)])
STRATEGY = tf.distribute.get_strategy()


def by_activation(x):  # fact: side_effects=false verdict=keep refusals=tensor-control-flow
    return DENSE(x[None])


def by_model_activation(x):  # fact: side_effects=false verdict=keep refusals=tensor-control-flow
    return WRAPPED(x[None])


def by_strategy(x):  # fact: side_effects=false verdict=convert refusals=-
    return STRATEGY.run(signed, args=(x,))


def by_strategy_reduce(x):  # fact: side_effects=false verdict=convert refusals=-
    return STRATEGY.reduce("SUM", STRATEGY.run(lambda v: v * 2.0, args=(x,)), axis=None)


value = tf.constant([1.0, 2.0])
by_constructor(value)
by_post_init(value)
by_property(value)
by_item(value)
by_operator(value)
by_reflected(value)
by_unary(value)
by_matmul(value)
by_comparison(value)
by_call(value)
by_method(value)
by_enter(value)
by_iteration(value)
by_cached(value)
by_super(value)
by_descriptor(value)
by_sort_key(value)
by_default(value)
by_or(value)
by_star(value)
by_sum(value)
by_dict(value)
by_local(value)
by_getattr(value)
by_format(value)
by_context(value)
by_metric(value)
by_update(value)
by_noisy_metric(value)
by_activation(value)
by_model_activation(value)
by_strategy(value)
by_strategy_reduce(value)
