"""Entries of local dicts and lists, and attributes of local objects, that a branch on a tensor sets anew."""

import tensorflow as tf


class Box:
    pass


# tf: same
def report(x):  # expect: convert
    logs = {"mean": tf.reduce_mean(x), "bad": tf.constant(0.0)}
    if tf.reduce_max(x) > 2.0:
        logs["bad"] = tf.constant(1.0)
    return logs


# tf: same
def in_both(x):  # expect: convert
    logs = {}
    logs["bad"] = tf.constant(0.0)
    if tf.reduce_max(x) > 2.0:
        logs["bad"] = logs["bad"] + 1.0
    elif tf.reduce_max(x) > 0.5:
        logs["bad"] = logs["bad"] - 1.0
    return logs["bad"] * 2.0


# tf: same
def first_of_two(x):  # expect: convert
    pair = [tf.zeros([2]), tf.ones([2])]
    if tf.reduce_max(x) > 2.0:
        pair[0] = x * 2.0
        pair[1] += 1.0
    return pair[0] + pair[1]


# tf: same
def of_object(x):  # expect: convert
    box = Box()
    box.value = x * 1.0
    if tf.reduce_max(x) > 2.0:
        box.value = x * 2.0
    return box.value


# tf: same
def of_two_names(x):  # expect: HYB109
    logs = {"bad": tf.constant(0.0)}
    others = logs
    if tf.reduce_max(x) > 2.0:
        logs["bad"] = tf.constant(1.0)
        others["bad"] = logs["bad"] + 1.0
    return logs["bad"] + others["bad"]


# tf: same
def for_each(xs):  # expect: convert
    logs = {"count": tf.constant(0.0)}
    for x in xs:
        if tf.reduce_max(x) > 2.0:
            logs["count"] = logs["count"] + 1.0
    return logs["count"]


# tf: raises ValueError "must also be initialized"
def only_then(x):  # expect: HYB109
    logs = {"mean": tf.reduce_mean(x)}
    if tf.reduce_max(x) > 2.0:
        logs["bad"] = tf.constant(1.0)
    return logs


# tf: raises TypeError "dtype"
def of_another_dtype(x):  # expect: HYB109
    logs = {"bad": tf.constant(0)}
    if tf.reduce_max(x) > 2.0:
        logs["bad"] = tf.constant(1.0)
    return logs


# tf: differs
def of_a_number(x):  # expect: HYB109, HYB112
    logs = {"bad": 0.0}
    if tf.reduce_max(x) > 2.0:
        logs["bad"] = 1.0
    return logs


def set_bad(logs):
    logs["bad"] = tf.constant(1.0)


# tf: raises InaccessibleTensorError "The tensor <tf.Tensor 'cond/Const:0' shape=() dtype=float32>"
def by_another(x):  # expect: HYB109
    logs = {"bad": tf.constant(0.0)}
    if tf.reduce_max(x) > 2.0:
        set_bad(logs)
    return logs["bad"] * 2.0


# tf: raises ValueError "partially known TensorShape"
def of_a_shape(x):  # expect: HYB109
    logs = {"all": tf.zeros([3])}
    if tf.reduce_max(x) > 2.0:
        logs["all"] = x * 2.0
    return tf.zeros(logs["all"].shape)


# tf: same
def of_computed_key(x, key):  # expect: HYB109
    logs = {key: tf.constant(0.0)}
    if tf.reduce_max(x) > 2.0:
        logs[key] = tf.constant(1.0)
    return logs


# tf: raises InaccessibleTensorError "cond/mul"
def of_last(x):  # expect: HYB109
    pair = [tf.zeros([2]), tf.ones([2])]
    if tf.reduce_max(x) > 2.0:
        pair[-1] = x * 2.0
    return pair[0] + pair[1]


# tf: raises ValueError "must also be initialized"
def taken_out(x):  # expect: HYB109
    logs = {"bad": tf.constant(0.0), "mean": tf.reduce_mean(x)}
    logs.pop("bad")
    if tf.reduce_max(x) > 2.0:
        logs["bad"] = tf.constant(1.0)
    return logs["mean"]


# tf: same
def longer(x):  # expect: HYB109
    parts = [tf.zeros([2])]
    if tf.reduce_max(x) > 2.0:
        parts.append(x * 2.0)
    return parts[0]


# tf: same
def of_a_loop(x, n):  # expect: HYB109
    logs = {"sum": tf.constant([0.0, 0.0])}
    for i in tf.range(n):
        if tf.reduce_max(x) > 2.0:
            logs["sum"] = logs["sum"] + x
    return logs["sum"]


# tf: raises ValueError "should not modify its Python input"
def of_argument(x, logs):  # expect: HYB102, HYB109
    if tf.reduce_max(x) > 2.0:
        logs["bad"] = tf.constant(1.0)
    return logs["bad"] * 2.0


results = []
for k in (1.0, 3.0):
    x = tf.constant([0.25, 1.0]) * k
    results += [report(x), in_both(x), first_of_two(x), of_object(x), of_two_names(x), for_each([x, x + 2.0])]
    results += [only_then(x), of_another_dtype(x), of_a_number(x), by_another(x), of_a_shape(x)]
    results += [of_computed_key(x, "bad"), of_last(x), taken_out(x), longer(x), of_a_loop(x, tf.constant(3))]
    results += [of_argument(x, {"bad": tf.constant(0.0)})]
