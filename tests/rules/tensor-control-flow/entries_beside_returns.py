"""Entries that a branch on a tensor sets, beside `return`s that depend on tensors, nested branches, and other names of the dict."""

import tensorflow as tf


# tf: same
def early(x):  # expect: HYB109
    logs = {"bad": tf.constant(0.0)}
    if tf.reduce_max(x) > 4.0:
        return logs
    if tf.reduce_max(x) > 2.0:
        logs["bad"] = tf.constant(1.0)
    return logs


# tf: same
def early_tensor(x):  # expect: convert
    logs = {"bad": tf.constant(0.0)}
    if tf.reduce_max(x) > 4.0:
        return logs["bad"] - 1.0
    if tf.reduce_max(x) > 2.0:
        logs["bad"] = tf.constant(1.0)
    return logs["bad"]


# tf: same
def nested(x):  # expect: convert
    logs = {"bad": tf.constant(0.0), "good": tf.constant(1.0)}
    if tf.reduce_max(x) > 2.0:
        if tf.reduce_max(x) > 4.0:
            logs["bad"] = logs["good"] + 1.0
        else:
            logs["good"] = logs["bad"] - 1.0
        logs["bad"] = logs["bad"] * 2.0 + logs["good"]
    return logs


# tf: same
def kept_elsewhere(x):  # expect: convert
    logs = {"bad": tf.constant(0.0)}
    all_logs = [logs]
    if tf.reduce_max(x) > 2.0:
        logs["bad"] = tf.constant(1.0)
        y = all_logs[0]["bad"] * 2.0
    else:
        y = all_logs[0]["bad"] - 2.0
    return y, all_logs[0]["bad"]


def read(logs):
    return logs["bad"] * 3.0


# tf: same
def given_on(x):  # expect: convert
    logs = {"bad": tf.constant(0.0)}
    y = read(logs)
    if tf.reduce_max(x) > 2.0:
        logs["bad"] = y + 1.0
        y = read(logs)
    return y + read(logs)


# tf: same
def with_python(x, flag):  # expect: convert
    logs = {"bad": tf.constant(0.0)}
    if tf.reduce_max(x) > 2.0:
        if flag:
            logs["bad"] = tf.constant(1.0)
        else:
            logs["bad"] = tf.constant(2.0)
    return logs["bad"] + 1.0


# tf: same
def in_an_expression(x):  # expect: convert
    logs = {"bad": tf.constant(0.0), "list": tf.zeros([2])}
    if tf.reduce_max(x) > 2.0:
        logs["bad"], logs["list"] = tf.constant(1.0), x * 2.0
    return logs["bad"] + logs["list"]


# tf: same
def of_python_loop(xs):  # expect: convert
    parts = []
    for x in xs:
        logs = {"bad": tf.constant(0.0)}
        if tf.reduce_max(x) > 2.0:
            logs["bad"] = tf.constant(1.0)
        parts.append(logs)
    return parts[0]["bad"] + 2.0 * parts[1]["bad"]


results = []
for k in (1.0, 3.0, 5.0):
    x = tf.constant([0.25, 1.0]) * k
    results += [early(x), early_tensor(x), nested(x), kept_elsewhere(x), given_on(x), with_python(x, k > 3.0)]
    results += [in_an_expression(x), of_python_loop([x, x + 2.0])]
