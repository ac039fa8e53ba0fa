"""Functions given to datasets run in graphs of their own; what they write they write while traced."""

import tensorflow as tf

LOG = []
STATE = {"n": 0}
total = 0
scale = tf.Variable(2.0)


def double(v):  # fact: side_effects=false verdict=keep refusals=already-in-graph
    return v * 2


def noisy(v):  # fact: side_effects=true verdict=keep refusals=already-in-graph,python-side-effect
    LOG.append(1)
    return v * 2


def counts(v):  # fact: side_effects=true verdict=keep refusals=already-in-graph,frozen-state,no-tensor-computation,python-side-effect
    global total
    total += 1
    return v


def says(v):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-output
    print("called")
    return v


def maps(x):  # fact: side_effects=false verdict=convert safe=true
    dataset = tf.data.Dataset.from_tensor_slices(x).map(double)
    return dataset.reduce(tf.constant(0.0), lambda a, b: a + b)


def maps_noisy(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect,tensor-control-flow
    dataset = tf.data.Dataset.from_tensor_slices(x).map(noisy)
    return dataset.reduce(tf.constant(0.0), lambda a, b: a + b)


def maps_lambda(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect,tensor-control-flow
    dataset = tf.data.Dataset.from_tensor_slices(x).map(lambda v: LOG.append(1) or v)
    return dataset.reduce(tf.constant(0.0), lambda a, b: a + b)


def filters_noisy(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect,tensor-control-flow
    def keep(v):  # fact: side_effects=true verdict=keep refusals=already-in-graph,frozen-state,python-side-effect
        counts(v)
        return v > 0.0

    dataset = tf.data.Dataset.from_tensor_slices(x).filter(keep)
    return dataset.reduce(tf.constant(0.0), lambda a, b: a + b)


def interleaves(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect,tensor-control-flow
    def expand(v):  # fact: side_effects=true verdict=keep refusals=already-in-graph,frozen-state,no-tensor-computation,python-result,python-side-effect
        STATE["n"] += 1
        return tf.data.Dataset.from_tensors(v).repeat(2)

    dataset = tf.data.Dataset.from_tensor_slices(x).interleave(expand)
    return dataset.reduce(tf.constant(0.0), lambda a, b: a + b)


def flattens(x):  # fact: side_effects=true verdict=keep refusals=python-output
    def expand(v):  # fact: side_effects=true verdict=keep refusals=already-in-graph,no-tensor-computation,python-output,python-result
        print("called")
        return tf.data.Dataset.from_tensors(v).repeat(2)

    dataset = tf.data.Dataset.from_tensor_slices(x).flat_map(expand)
    return dataset.reduce(tf.constant(0.0), lambda a, b: a + b)


def reduces_noisy(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect,tensor-control-flow
    def add(a, b):  # fact: side_effects=true verdict=keep refusals=already-in-graph,python-side-effect
        LOG.append(1)
        return a + b

    return tf.data.Dataset.from_tensor_slices(x).reduce(tf.constant(0.0), add)


def sums(x):  # fact: side_effects=false verdict=convert refusals=-
    total = tf.constant(0.0)
    for v in tf.data.Dataset.from_tensor_slices(x).map(double):
        total += v
    return total


def sums_scanned(x):  # fact: side_effects=false verdict=convert safe=true
    dataset = tf.data.Dataset.from_tensor_slices(x).scan(0.0, lambda s, v: (s + v, s))
    return dataset.reduce(tf.constant(0.0), lambda a, b: a + b)


def from_generator(x):  # fact: side_effects=false verdict=convert safe=true
    def produce():  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-result,python-side-effect,unsupported-definition
        LOG.append(2)
        yield 1.0

    dataset = tf.data.Dataset.from_generator(produce, output_signature=tf.TensorSpec([], tf.float32))
    return dataset.reduce(tf.constant(0.0), lambda a, b: a + b)


def batches(x):  # fact: side_effects=false verdict=convert refusals=-
    dataset = tf.data.Dataset.from_tensor_slices(x).batch(2).take(1)
    result = x
    for batch in dataset:
        result = result + batch
    return result


def collects(x):  # fact: side_effects=false verdict=keep refusals=tensor-control-flow
    parts = []
    for batch in tf.data.Dataset.from_tensor_slices(x).batch(2):
        parts.append(batch)
    return tf.concat(parts, 0)


def as_numpy(x):  # fact: side_effects=false verdict=keep refusals=eager-only-call
    return x * sum(tf.data.Dataset.from_tensor_slices([1.0, 2.0]).as_numpy_iterator())


def single(x):  # fact: side_effects=false verdict=convert safe=true
    return tf.data.Dataset.from_tensors(x).get_single_element()


def makes_pipeline(x, y):  # fact: side_effects=false verdict=keep refusals=no-tensor-computation,python-result
    dataset = tf.data.Dataset.from_tensor_slices((x, y))
    return dataset.shuffle(4, seed=1).batch(2).prefetch(1)


def parse_example(features, label):  # fact: side_effects=false verdict=keep refusals=already-in-graph
    features = tf.cast(features, tf.float32) / 255.0
    return features, tf.one_hot(label, 3)


def augment(features, label):  # fact: side_effects=false verdict=keep refusals=already-in-graph
    if tf.random.uniform([]) > 0.5:
        features = features[::-1]
    return features, label


def step(iterator):  # fact: side_effects=false verdict=convert safe=true
    x = next(iterator)
    return x * 2.0


def step_get_next(iterator):  # fact: side_effects=false verdict=convert safe=true
    return iterator.get_next() * 2.0


def step_optional(iterator):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,python-result,python-side-effect
    optional = iterator.get_next_as_optional()
    return optional.get_value()


def epoch(dataset):  # fact: side_effects=false verdict=convert refusals=-
    total = tf.constant(0.0)
    for x in dataset:
        total += tf.reduce_sum(x)
    return total


def epoch_enumerated(dataset):  # fact: side_effects=false verdict=convert refusals=-
    total = tf.constant(0.0)
    for i, x in dataset.enumerate():
        total += tf.reduce_sum(x) * tf.cast(i, tf.float32)
    return total


def epoch_python_enumerate(dataset):  # fact: side_effects=false verdict=keep safe=false
    total = tf.constant(0.0)
    for i, x in enumerate(dataset):
        total += tf.reduce_sum(x) * float(i)
    return total


def epoch_logs(dataset):  # fact: side_effects=true verdict=keep refusals=python-side-effect,tensor-control-flow
    total = tf.constant(0.0)
    for x in dataset:
        total += tf.reduce_sum(x)
        LOG.append(1)
    return total


def steps(iterator, n):  # fact: side_effects=false verdict=convert safe=true
    total = tf.constant(0.0)
    for _ in tf.range(n):
        total += tf.reduce_sum(next(iterator))
    return total


value = tf.constant([1.0, 2.0])
for function in (maps, maps_noisy, maps_lambda, filters_noisy, interleaves, flattens):
    function(value)
for function in (reduces_noisy, sums, sums_scanned, from_generator, batches, collects, as_numpy, single):
    function(value)
pipeline = makes_pipeline(tf.ones([4, 3]), tf.range(4) % 3).map(parse_example).map(augment)
for features, labels in pipeline:
    pass
numbers = tf.data.Dataset.from_tensor_slices(tf.ones([40]))
step(iter(numbers))
step_get_next(iter(numbers))
step_optional(iter(numbers))
epoch(numbers)
epoch_enumerated(numbers)
epoch_python_enumerate(numbers)
epoch_logs(numbers)
steps(iter(numbers), tf.constant(3))
