"""Functional models with several outputs: a call gives them in the list or dict in which they were named."""

import tensorflow as tf

x = tf.keras.Input([4])
h = tf.keras.layers.Dense(3)(x)
rows = [tf.keras.layers.Dense(2)(h) for _ in range(2)]
named = {"logits": rows[0], "boxes": rows[1]}
named["aux"] = [{"logits": row} for row in rows]
BY_NAME = tf.keras.Model(x, named)
IN_LIST = tf.keras.Model(x, [h, rows[0]])
AROUND = tf.keras.Model(x, BY_NAME(x)["logits"])


# tf: same
def in_a_dict(x):  # expect: convert
    found = BY_NAME(x)
    loss = tf.reduce_sum(found["logits"]) + tf.reduce_sum(found["boxes"])
    if "aux" in found:
        for each in found["aux"]:
            loss += tf.reduce_sum(each["logits"])
    return loss


# tf: same
def in_a_list(x):  # expect: convert
    hidden, logits = IN_LIST(x)
    return tf.reduce_sum(hidden) + tf.reduce_sum(logits)


# tf: same
def of_a_model_around(x):  # expect: convert
    return AROUND(x) * 2.0


# tf: same
def kept_apart(x):  # expect: convert
    found = BY_NAME(x)
    found["logits"] = tf.nn.softmax(found["logits"])
    return found["logits"], BY_NAME(x)["logits"]


# tf: raises AttributeError "AttributeError: 'SymbolicTensor' object has no attribute 'nu"
def numpy_of_outputs(x):  # expect: HYB106
    return BY_NAME(x)["logits"].numpy() + x[:, :2]


x = tf.ones([2, 4])
results = [f(x) for f in (in_a_dict, in_a_list, of_a_model_around, kept_apart, numpy_of_outputs)]
