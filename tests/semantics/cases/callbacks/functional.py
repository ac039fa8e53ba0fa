"""Functions given to TensorFlow's own control flow."""

import tensorflow as tf

LOG = []
SEEN = {}
calls = 0
best = None


def noisy(v):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    LOG.append(1)
    return v * 2.0


def count(v):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    global calls
    calls += 1
    return v * 2.0


def keep(v):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    global best
    best = v
    return v * 2.0


def maps(x):  # fact: side_effects=false verdict=convert safe=true
    return tf.map_fn(lambda v: v * 2.0, x)


def maps_noisy(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect,tensor-control-flow
    return tf.map_fn(noisy, x)


def vectorizes(x):  # fact: side_effects=false verdict=convert safe=true
    return tf.vectorized_map(lambda v: v * 2.0, x)


def vectorizes_noisy(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect,tensor-control-flow
    return tf.vectorized_map(count, x)


def scans(x):  # fact: side_effects=false verdict=convert safe=true
    return tf.scan(lambda a, v: a + v, x)


def scans_noisy(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect,tensor-control-flow
    def add(a, v):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        LOG.append(1)
        return a + v

    return tf.scan(add, x)


def folds(x):  # fact: side_effects=false verdict=convert safe=true
    return tf.foldl(lambda a, v: a + v, x)


def folds_noisy(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect,tensor-control-flow
    return tf.foldr(lambda a, v: a + noisy(v), x)


def chooses(x):  # fact: side_effects=false verdict=convert safe=true
    return tf.cond(tf.reduce_sum(x) > 0.0, lambda: x * 2.0, lambda: x)


def chooses_noisy(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect,tensor-control-flow
    return tf.cond(tf.reduce_sum(x) > 0.0, lambda: noisy(x), lambda: x)


def leaks_branch(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect,tensor-control-flow
    return tf.cond(tf.reduce_sum(x) > 0.0, lambda: keep(x), lambda: x)


def cases(x):  # fact: side_effects=false verdict=convert safe=true
    return tf.case([(tf.reduce_sum(x) > 0.0, lambda: x * 2.0)], default=lambda: x)


def cases_noisy(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect,tensor-control-flow
    return tf.case([(tf.reduce_sum(x) > 0.0, lambda: noisy(x))], default=lambda: x)


def switches(x, i):  # fact: side_effects=false verdict=convert safe=true
    return tf.switch_case(i, [lambda: x, lambda: x * 2.0])


def switches_noisy(x, i):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect,tensor-control-flow
    return tf.switch_case(i, {0: lambda: x, 1: lambda: count(x)})


def loops(x):  # fact: side_effects=false verdict=convert safe=true
    return tf.while_loop(lambda i, v: i < 3, lambda i, v: (i + 1, v * 2.0), (tf.constant(0), x))[1]


def loops_noisy(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect,tensor-control-flow
    def body(i, v):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        LOG.append(1)
        return i + 1, v * 2.0

    return tf.while_loop(lambda i, v: i < 3, body, (tf.constant(0), x))[1]


def loops_collecting(x):  # fact: side_effects=false verdict=keep refusals=tensor-control-flow
    parts = []

    def body(i, v):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        parts.append(v)
        return i + 1, v * 2.0

    result = tf.while_loop(lambda i, v: i < 3, body, (tf.constant(0), x))[1]
    return result * float(len(parts))


def structures(x):  # fact: side_effects=false verdict=convert refusals=-
    return tf.nest.map_structure(lambda v: v * 2.0, {"a": x, "b": [x, x]})


def structures_noisy(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    return tf.nest.map_structure(noisy, [x, x])


def ragged_rows(x):  # fact: side_effects=false verdict=convert refusals=-
    return tf.ragged.map_flat_values(lambda v: v * 2.0, tf.RaggedTensor.from_row_lengths(x, [1, 1]))


def ragged_rows_noisy(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    return tf.ragged.map_flat_values(noisy, tf.RaggedTensor.from_row_lengths(x, [1, 1]))


def python_function(x):  # fact: side_effects=false verdict=convert safe=true
    return tf.py_function(lambda v: v * 2.0, [x], tf.float32)


def python_function_noisy(x):  # fact: side_effects=false verdict=convert safe=true
    return tf.py_function(noisy, [x], tf.float32)


def numpy_function(x):  # fact: side_effects=false verdict=convert safe=true
    return tf.numpy_function(lambda v: v * 2.0, [x], tf.float32)


def numpy_function_noisy(x):  # fact: side_effects=false verdict=convert safe=true
    return tf.numpy_function(noisy, [x], tf.float32)


@tf.custom_gradient
def clipped(x):  # fact: side_effects=false verdict=keep refusals=python-result,unsupported-definition
    def gradient(upstream):  # fact: side_effects=false verdict=convert safe=false
        return tf.clip_by_value(upstream, -1.0, 1.0)

    return x * 2.0, gradient


@tf.custom_gradient
def clipped_noisy(x):  # fact: side_effects=true verdict=keep refusals=python-result,python-side-effect,unsupported-definition
    def gradient(upstream):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,python-side-effect
        LOG.append("gradient")
        return upstream

    LOG.append("forward")
    return x * 2.0, gradient


def uses_custom(x):  # fact: side_effects=false verdict=convert safe=true
    return clipped(x) + 1.0


def uses_custom_noisy(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    return clipped_noisy(x) + 1.0


def uses_custom_in_tape(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(clipped_noisy(x))
    return tape.gradient(y, x)


def custom_inside(x):  # fact: side_effects=false verdict=convert safe=true
    @tf.custom_gradient
    def inner(v):  # fact: side_effects=false verdict=keep refusals=python-result,unsupported-definition
        return v * 2.0, lambda upstream: upstream

    return inner(x)


def recomputes(x):  # fact: side_effects=false verdict=convert safe=true
    return tf.recompute_grad(lambda v: v * 2.0)(x)


def recomputes_noisy(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    return tf.recompute_grad(noisy)(x)


def pauses(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * 2.0
        with tape.stop_recording():
            noisy(y)
    return tape.gradient(y, x)


def differentiates(x):  # fact: side_effects=false verdict=convert safe=true
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = tf.reduce_sum(x * x)
    first = tape.gradient(y, x)
    del tape
    return first


def jacobian(x):  # fact: side_effects=false verdict=convert safe=true
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    return tape.jacobian(y, x)


def forward(x):  # fact: side_effects=null verdict=convert refusals=-
    with tf.autodiff.ForwardAccumulator(x, tf.ones_like(x)) as accumulator:
        y = x * x
    return accumulator.jvp(y)


def sorts(x, names):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    return x * float(len(sorted(names, key=lambda n: LOG.append(n) or n)))


def reduces(x):  # fact: side_effects=false verdict=convert safe=true
    import functools

    return functools.reduce(lambda a, b: a + b, [x, x, x])


def applies(x, activation):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    return activation(x) * 2.0


def composed(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    layers = [tf.nn.relu, lambda v: v * 2.0, noisy]
    for layer in layers:
        x = layer(x)
    return x


value = tf.constant([1.0, 2.0])
for function in (maps, maps_noisy, vectorizes, vectorizes_noisy, scans, scans_noisy, folds, folds_noisy):
    function(value)
for function in (chooses, chooses_noisy, leaks_branch, cases, cases_noisy, loops, loops_noisy, loops_collecting):
    function(value)
switches(value, tf.constant(1))
switches_noisy(value, tf.constant(1))
for function in (structures, structures_noisy, ragged_rows, ragged_rows_noisy, python_function, python_function_noisy):
    function(value)
for function in (numpy_function, numpy_function_noisy, uses_custom, uses_custom_noisy, uses_custom_in_tape, custom_inside):
    function(value)
for function in (recomputes, recomputes_noisy, pauses, differentiates, jacobian, forward, reduces, composed):
    function(value)
sorts(value, ["b", "a"])
applies(value, noisy)
applies(value, tf.nn.relu)
