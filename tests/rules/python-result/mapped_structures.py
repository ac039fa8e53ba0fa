"""`tf.nest.map_structure` gives dicts, lists and tuples as they were, with other leaves."""

import collections

import tensorflow as tf

strategy = tf.distribute.get_strategy()
weight = tf.Variable(2.0)
Pair = collections.namedtuple("Pair", ["left", "right"])
CALLS = []


class Model:
    """Looked up by its name: what it gives cannot be seen."""

    def __call__(self, x):
        return {"outputs": tf.tanh(x)}


model = globals()["Model"]()


# tf: same
def entries(x):  # expect: convert
    return tf.nest.map_structure(lambda v: tf.tanh(v) * weight, {"a": x, "b": [x, (x, None is None and x)]})


# tf: same
def local_results(iterator):  # expect: convert
    def step(inputs):
        return dict(doubled=inputs * weight, inputs=inputs)

    outputs = strategy.run(step, args=(next(iterator),))
    return tf.nest.map_structure(strategy.experimental_local_results, outputs)


# tf: same
def pairs(x):  # expect: convert
    summed = tf.nest.map_structure(tf.add, Pair(x, [x]), Pair(x * weight, [x]))
    return summed.left * summed.right[0]


# tf: same
def of_unseen(x):  # expect: convert unsafe
    outputs = tf.nest.map_structure(lambda v: tf.squeeze(v, axis=1), model(x))
    return outputs["outputs"] if isinstance(outputs, dict) else outputs


# tf: same
def with_an_entry_more(x):  # expect: convert
    outputs = tf.nest.map_structure(tf.tanh, {"a": x, "b": x})
    outputs["c"] = outputs["a"] + outputs["b"] * weight
    return outputs


# tf: raises AttributeError "'tensorflow.python.framework.ops.EagerTensor' object has no "
def names_of_leaves(x):  # expect: HYB112, HYB118
    return tf.nest.map_structure(lambda v: v.dtype.name, {"a": x, "b": [x]})


# tf: differs
def numbers(x):  # expect: convert unsafe
    return tf.nest.map_structure(lambda v: v + 1, {"steps": 1, "x": x})


# tf: differs
def counted(x):  # expect: HYB102
    def note(v):
        CALLS.append(v.shape)
        return v * weight

    return tf.nest.map_structure(note, {"a": x, "b": x})


# tf: raises AttributeError "no attribute 'numpy'"
def evaluated(x):  # expect: HYB106
    return tf.nest.map_structure(lambda v: v * float(v.numpy()[0, 0]), {"a": [x]})


iterator = iter(tf.data.Dataset.from_tensor_slices(tf.ones([12, 1])))
for _ in range(3):
    value = tf.ones([2, 1])
    entries(value)["b"][1][0].shape
    print(sorted(local_results(iterator)))
    pairs(value)
    of_unseen(value)
    with_an_entry_more(value)["c"].shape
    names_of_leaves(value)["a"].upper()
    range(numbers(value)["steps"])
    counted(value)
    evaluated(value)
