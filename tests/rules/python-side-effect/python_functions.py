"""Python functions that run as operations, formatting, options: what of them a caller keeps."""

import dataclasses

import tensorflow as tf

log = []


def noisy(v):
    log.append(1)
    return v * 2.0


# tf: same
def runs_python(x):  # expect: convert HYB131
    return tf.py_function(noisy, [x], tf.float32)


# tf: same
def runs_numpy(x):  # expect: convert HYB131
    return tf.numpy_function(noisy, [x], tf.float32)


# tf: differs
def fills_own_list(x):  # expect: undetermined HYB121, HYB131
    parts = []
    y = tf.py_function(lambda v: parts.append(1) or v, [x], tf.float32)
    return y + float(len(parts))


@tf.custom_gradient
def noted(v):
    def gradient(upstream):
        log.append("gradient")
        return upstream

    return v * 2.0, gradient


# tf: differs
def differentiates(x):  # expect: HYB102
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(noted(x))
    return tape.gradient(y, x)


class Special:
    def __init__(self):
        self.seen = 0

    def __str__(self):
        self.seen += 1
        return "special"


special = Special()


# tf: differs
def formats(x):  # expect: HYB102, HYB104
    return x * float(len(f"{special}"))


# tf: same
def takes_options(x, **options):  # expect: convert
    options.pop("rate", None)
    return x * float(len(options))


@dataclasses.dataclass
class State:
    step: int = 0
    parts: list = dataclasses.field(default_factory=list)


# tf: same
def makes_state(x):  # expect: convert
    state = State()
    state.parts.append(x)
    return state.parts[0] * 2.0


class Meter(tf.keras.metrics.Metric):
    def __init__(self):
        super().__init__(name="meter")
        self.log = []
        self.total = self.add_weight(name="total", initializer="zeros")

    def update_state(self, y, p, sample_weight=None):
        self.log.append(1)
        self.total.assign_add(1.0)

    def result(self):
        return self.total * 1.0


meter = Meter()


# tf: differs
def measures(y, p):  # expect: HYB102
    return meter(y, p)


value = tf.constant([1.0, 2.0])
runs_python(value)
runs_numpy(value)
fills_own_list(value)
differentiates(value)
formats(value)
takes_options(value, rate=0.1)
makes_state(value)
measures(value, value)
