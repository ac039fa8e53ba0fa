"""`try`, `except`, `else`, `finally`, `raise`: what each does to what follows."""

import tensorflow as tf


def cleaned(x, log):  # fact: x:tensor:float32:[2] side_effects=true
    try:
        return x * 2.0
    finally:
        log.append("done")


def only_finally(x):  # fact: x:tensor:float32:[2] verdict=convert safe=true
    try:
        y = x * 2.0
    finally:
        z = 1.0
    return y * z


def handled(x):  # fact: x:tensor:float32:[2] refusals=exception-handler verdict=keep
    try:
        return tf.reshape(x, [3])
    except tf.errors.InvalidArgumentError:
        return x


def lookup(x, table):  # fact: x:tensor:float32:[2] side_effects=false verdict=convert
    try:
        rate = table["rate"]
    except KeyError:
        rate = 1.0
    return x * rate


def validated(x, rate):  # fact: x:tensor:float32:[2] verdict=convert
    if rate < 0:
        raise ValueError(f"negative rate {rate}")
    return x * rate


def reraised(x):  # fact: x:tensor:float32:[2]
    try:
        y = x * 2.0
    except ValueError as error:
        raise RuntimeError("wrong") from error
    else:
        y = y + 1.0
    return y


def asserted(x):  # fact: x:tensor:float32:[2] verdict=convert safe=true
    assert x.shape[0] == 2, "two"
    return x * 2.0


value = tf.constant([1.0, 2.0])
cleaned(value, [])
only_finally(value)
handled(value)
lookup(value, {"rate": 2.0})
validated(value, 0.5)
reraised(value)
asserted(value)
