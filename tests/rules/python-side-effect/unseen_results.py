"""What unseen code makes for one call, and the caller then changes: a dict of outputs, a static shape as a list."""

import tensorflow as tf

CONFIGURATION = {"scale": 1.0}
SEEN = {}


class Model:
    """Looked up by its name: what it does cannot be seen."""

    def __init__(self):
        self.weight = tf.Variable(2.0)
        self.options = {"scale": 1.0}

    def __call__(self, x):
        return {"loss": tf.tanh(x) * self.weight}

    def with_options(self, x):
        return tf.tanh(x), {"scale": self.weight}

    def as_given(self, features):
        return features

    def configured(self):
        return self.options

    def lists(self, x):
        return [tf.tanh(x)], [x]


class Table(dict):
    """A dict that is looked up by its name, too."""

    def itself(self):
        return self


model = globals()["Model"]()


# tf: same
def adds_an_entry(x):  # expect: convert unsafe
    outputs = model(x)
    outputs["double"] = outputs["loss"] * 2.0
    return outputs


# tf: same
def adds_to_a_part(x):  # expect: convert unsafe
    predicted, options = model.with_options(x)
    options["keep"] = tf.constant(True)
    options.update(scale=3.0 * options["scale"])
    return predicted * options["scale"]


# tf: same
def takes_out_an_entry(x):  # expect: convert unsafe
    outputs = model(x)
    loss = outputs.pop("loss")
    return loss * tf.cast(tf.reduce_prod(tf.shape(loss)), tf.float32)


# tf: same
def appends_to_a_list(x):  # expect: convert unsafe
    predicted, given = model.lists(x)
    predicted.append(2.0 * given[0])
    return tf.add_n(predicted)


# tf: same
def shape_list(x):  # expect: convert unsafe
    hidden = model(x)["loss"]
    shape = hidden.shape.as_list()
    dynamic = tf.shape(hidden)
    for axis, length in enumerate(shape):
        if length is None:
            shape[axis] = dynamic[axis]
    return tf.reshape(hidden, [shape[0], -1])


# tf: same
def by_its_shape(x):  # expect: convert unsafe
    hidden = model(x)["loss"]
    shape = hidden.get_shape().as_list()
    shape[0] = tf.shape(hidden)[0]
    shape.append(1)
    return tf.reshape(hidden, shape)


# tf: same
def copies_first(x):  # expect: undetermined HYB112
    options = model(x).copy()
    options["double"] = options["loss"] * 2.0
    return options


# tf: same
def copies_its_argument(features):  # expect: convert unsafe
    features = features.copy()
    features["x"] = tf.tanh(features["x"])
    for name in ("y", "z"):
        features[name] = features["x"] + 1.0
    return features["z"]


# tf: raises ValueError "copies_too_late(features) should not modify its Python input"
def copies_too_late(features):  # expect: HYB102
    features["y"] = tf.tanh(features["x"])
    features = features.copy()
    return features["y"]


# tf: raises ValueError "asks_its_argument(features) should not modify its Python inp"
def asks_its_argument(features):  # expect: HYB102
    features = features.itself()
    features["y"] = tf.tanh(features["x"])
    return features["y"]


# tf: raises ValueError "changes_what_it_is_given(features) should not modify its Pyt"
def changes_what_it_is_given(features):  # expect: HYB102
    features = model.as_given(features)
    features["double"] = features["x"] * 2.0
    return features["double"]


# tf: raises ValueError "changes_a_part_of_what_it_is_given(features) should not modi"
def changes_a_part_of_what_it_is_given(features):  # expect: HYB102
    checked, scale = model.as_given(features["x"]), 2.0
    features["double"] = checked * scale
    return features["double"]


# tf: differs
def changes_options(x):  # expect: HYB102
    options = model.configured()
    options["scale"] *= 2.0
    return x * options["scale"]


# tf: differs
def changes_what_an_attribute_holds(x):  # expect: HYB102
    options = model.options
    options["turns"] = options.get("turns", 0.0) + 1.0
    return x * options["turns"]


# tf: differs
def changes_a_table_or_a_result(x, fresh):  # expect: HYB102, HYB104
    outputs = SEEN
    if fresh:
        outputs = model(x)
    outputs["count"] = len(SEEN) + 1.0
    return x * outputs["count"]


# tf: differs
def keeps_it_first(x):  # expect: HYB102
    outputs = model(x)
    SEEN["last"] = outputs
    outputs["double"] = outputs["loss"] * 2.0
    return outputs["double"]


# tf: raises ValueError "ValueError: 'outputs['double']' must also be initialized in "
def in_a_branch_on_a_tensor(x):  # expect: HYB102
    outputs = model(x)
    if tf.reduce_sum(x) > 0.0:
        outputs["double"] = outputs["loss"] * 2.0
    return outputs


for _ in range(3):
    value = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    adds_an_entry(value)["double"].shape
    adds_to_a_part(value)
    takes_out_an_entry(value)
    appends_to_a_list(value)
    shape_list(value)
    by_its_shape(value)
    copies_first(value)["double"].shape
    copies_its_argument(model.as_given({"x": value}))
    copies_too_late(model.as_given({"x": value}))
    asks_its_argument(globals()["Table"]({"x": value}))
    changes_what_it_is_given({"x": value})
    changes_a_part_of_what_it_is_given({"x": value})
    changes_options(value)
    changes_what_an_attribute_holds(value)
    changes_a_table_or_a_result(value, False)
    changes_a_table_or_a_result(value, True)
    keeps_it_first(value)
    in_a_branch_on_a_tensor(value)["loss"].shape
