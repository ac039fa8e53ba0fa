"""Tensor-dependent Python control flow in functions that somebody else calls."""

import functools

import tensorflow as tf


def signed(v):  # fact: side_effects=false verdict=convert safe=false
    if tf.reduce_sum(v) > 0.0:
        v = v * 2.0
    else:
        v = v * 3.0
    return v


def in_map_fn(x):  # fact: side_effects=false verdict=convert safe=true
    return tf.map_fn(signed, x)


def in_vectorized_map(x):  # fact: side_effects=false verdict=convert safe=true
    return tf.vectorized_map(lambda v: v * 2.0, x)


def in_scan(x):  # fact: side_effects=false verdict=convert safe=true
    return tf.scan(lambda a, v: signed(a + v), x)


def in_foldl(x):  # fact: side_effects=false verdict=convert safe=true
    return tf.foldl(lambda a, v: signed(a + v), x)


def in_cond(x):  # fact: side_effects=false verdict=convert safe=true
    return tf.cond(tf.reduce_sum(x) > 0.0, lambda: signed(x), lambda: x)


def in_case(x):  # fact: side_effects=false verdict=convert safe=true
    return tf.case([(tf.reduce_sum(x) > 0.0, lambda: signed(x))], default=lambda: x)


def in_switch(x, i):  # fact: side_effects=false verdict=convert safe=true
    return tf.switch_case(i, [lambda: signed(x), lambda: x])


def in_while(x):  # fact: side_effects=false verdict=convert safe=true
    return tf.while_loop(lambda i, v: i < 3, lambda i, v: (i + 1, signed(v)), (tf.constant(0), x))[1]


def in_structure(x):  # fact: side_effects=false verdict=keep refusals=tensor-control-flow
    return tf.nest.map_structure(signed, [x, x])


def in_recompute(x):  # fact: side_effects=false verdict=keep refusals=tensor-control-flow
    return tf.recompute_grad(signed)(x)


@tf.custom_gradient
def custom(v):  # fact: side_effects=false verdict=keep refusals=python-result,unsupported-definition
    return signed(v), lambda upstream: upstream


def in_custom(x):  # fact: side_effects=false verdict=keep refusals=tensor-control-flow
    return custom(x) + 1.0


@tf.custom_gradient
def custom_gradient_branch(v):  # fact: side_effects=false verdict=keep refusals=python-result,unsupported-definition
    def gradient(upstream):  # fact: side_effects=false verdict=convert safe=false
        if tf.reduce_sum(upstream) > 0.0:
            upstream = upstream * 2.0
        return upstream

    return v * 2.0, gradient


def in_gradient(x):  # fact: side_effects=false verdict=keep refusals=tensor-control-flow
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = custom_gradient_branch(x)
    return tape.gradient(y, x)


def in_dataset(x):  # fact: side_effects=false verdict=convert safe=true
    dataset = tf.data.Dataset.from_tensor_slices(x).map(signed)
    return dataset.reduce(tf.constant(0.0), lambda a, b: a + b)


def in_partial(x):  # fact: side_effects=false verdict=convert safe=true
    return functools.partial(signed, x)()


def in_reduce(x):  # fact: side_effects=false verdict=convert safe=true
    return functools.reduce(lambda a, b: signed(a + b), [x, x])


def in_map(x):  # fact: side_effects=false verdict=keep refusals=tensor-control-flow
    return tf.stack(list(map(signed, [x, x])))


def in_sorted(x):  # fact: side_effects=false verdict=convert safe=true
    return x * float(sorted([3, 1], key=lambda n: -n)[0])


def in_comprehension(x):  # fact: side_effects=false verdict=convert safe=true
    return tf.stack([signed(v) for v in (x, x)])


def in_py_function(x):  # fact: side_effects=false verdict=convert safe=true
    return tf.py_function(signed, [x], tf.float32)


def in_numpy_function(x):  # fact: side_effects=false verdict=convert safe=true
    return tf.numpy_function(lambda v: v * 2.0 if v.sum() > 0 else v, [x], tf.float32)


def in_lambda(x):  # fact: side_effects=false verdict=convert safe=true
    return (lambda v: signed(v))(x)


class Signed(tf.keras.layers.Layer):
    def call(self, x):  # fact: side_effects=false verdict=convert safe=true
        if tf.reduce_sum(x) > 0.0:
            x = x * 2.0
        return x


def in_layer(x):  # fact: side_effects=false verdict=keep refusals=tensor-control-flow
    return LAYER(x)


LAYER = Signed()
LAMBDA = tf.keras.layers.Lambda(signed)


def in_lambda_layer(x):  # fact: side_effects=false verdict=keep refusals=tensor-control-flow
    return LAMBDA(x)


class SignedLoss(tf.keras.losses.Loss):
    def call(self, y, p):  # fact: side_effects=false verdict=convert safe=true
        if tf.reduce_sum(p) > 0.0:
            p = p * 2.0
        return y - p


LOSS = SignedLoss()


def in_loss(x):  # fact: side_effects=false verdict=keep refusals=tensor-control-flow
    return LOSS(x, x)


class SignedMetric(tf.keras.metrics.Metric):
    def __init__(self):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition,variable-creation
        super().__init__(name="signed")
        self.total = self.add_weight(name="total", initializer="zeros")

    def update_state(self, y, p, sample_weight=None):  # fact: side_effects=false verdict=convert safe=true
        if tf.reduce_sum(p) > 0.0:
            self.total.assign_add(1.0)
        else:
            self.total.assign_sub(1.0)

    def result(self):  # fact: side_effects=false verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-result
        return self.total


METRIC = SignedMetric()


def in_metric(x):  # fact: side_effects=false verdict=convert refusals=-
    METRIC.update_state(x, x)
    return METRIC.result()


class SignedSchedule(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __call__(self, step):  # fact: side_effects=false verdict=keep safe=false refusals=untraceable-argument
        step = tf.cast(step, tf.float32)
        if step > 1.0:
            rate = 0.1 * step
        else:
            rate = 0.2 * step
        return rate


VARIABLE = tf.Variable([1.0, 2.0])
OPTIMIZER = tf.keras.optimizers.SGD(SignedSchedule())
OPTIMIZER.build([VARIABLE])




def in_schedule(x):  # fact: side_effects=false verdict=keep refusals=tensor-control-flow
    OPTIMIZER.apply_gradients([(x, VARIABLE)])
    return x * 2.0


class Activated(tf.Module):
    def __init__(self, activation):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition
        super().__init__()
        self.activation = activation

    @tf.Module.with_name_scope
    def __call__(self, x):  # fact: side_effects=false verdict=convert safe=true
        return self.activation(x) * 2.0


MODULE = Activated(signed)


def in_module(x):  # fact: side_effects=false verdict=convert safe=true
    return MODULE(x)


class WithProperty:
    @property
    def scale(self):  # fact: side_effects=false verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-result,unsupported-definition
        return 2.0

    @staticmethod
    def static(x):  # fact: side_effects=false verdict=convert safe=true
        return signed(x)

    @classmethod
    def by_class(cls, x):  # fact: side_effects=false verdict=convert safe=true
        return signed(x)


def in_static(x):  # fact: side_effects=false verdict=convert safe=true
    return WithProperty.static(x) + WithProperty.by_class(x)


def dispatched(x, name):  # fact: side_effects=false verdict=convert safe=true
    return {"signed": signed, "abs": tf.abs}[name](x)


def logged(function):  # fact: side_effects=false verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-result
    @functools.wraps(function)
    def inner(*args):  # fact: side_effects=false verdict=keep safe=false
        return function(*args)

    return inner


@logged
def decorated(x):  # fact: side_effects=false verdict=convert refusals=-
    if tf.reduce_sum(x) > 0.0:
        x = x * 2.0
    return x


def in_decorated(x):  # fact: side_effects=false verdict=convert safe=true
    return decorated(x)


def nested_tape(x):  # fact: side_effects=false verdict=convert safe=true
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = tf.reduce_sum(x**3)
        first = inner.gradient(y, x)
    return outer.gradient(first, x)


@tf.recompute_grad
def recomputed(v):  # fact: side_effects=false verdict=keep refusals=unsupported-definition
    if tf.reduce_sum(v) > 0.0:
        v = v * 2.0
    return v


def in_recomputed(x):  # fact: side_effects=false verdict=keep refusals=tensor-control-flow
    return recomputed(x)


x = tf.constant([1.0, 2.0])
for function in (in_map_fn, in_vectorized_map, in_scan, in_foldl, in_cond, in_case, in_while, in_structure):
    function(x)
for function in (in_recompute, in_custom, in_gradient, in_dataset, in_partial, in_reduce, in_map, in_sorted):
    function(x)
for function in (in_comprehension, in_py_function, in_numpy_function, in_lambda, in_layer, in_lambda_layer, in_loss):
    function(x)
for function in (in_metric, in_schedule, in_module, in_static, in_decorated, nested_tape, in_recomputed):
    function(x)
in_switch(x, tf.constant(0))
dispatched(x, "signed")
