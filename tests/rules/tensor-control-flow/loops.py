"""AutoGraph converts a loop on a tensor if what it carries keeps its kind, dtype and shape."""

import tensorflow as tf


# tf: same
def halves(x):  # expect: convert
    while tf.reduce_sum(x) > 1.0:
        x = x / 2.0
    return x


# tf: raises ValueError "ValueError: 'x' has shape (2,) before the loop, but shape (3"
def grows(x):  # expect: HYB109
    while tf.shape(x)[0] < 5:
        x = tf.concat([x, x[:1]], axis=0)
    return x


# tf: raises InaccessibleTensorError "The tensor <tf.Tensor 'while/mul:0' shape=(2,) dtype=float32"
def collects(x):  # expect: HYB109
    parts = []
    for i in tf.range(3):
        parts.append(x * tf.cast(i, tf.float32))
    return tf.stack(parts)


# tf: same
def collects_in_array(x):  # expect: convert
    parts = tf.TensorArray(tf.float32, size=3)
    for i in tf.range(3):
        parts = parts.write(i, x * tf.cast(i, tf.float32))
    return parts.stack()


# tf: same
def starts_inside(x):  # expect: convert
    for i in tf.range(3):
        y = x * tf.cast(i, tf.float32)
    return y


# tf: raises TypeError "TypeError: Input 'y' of 'AddV2' Op has type float32 that doe"
def starts_with_python_number(x):  # expect: HYB109
    total = 0
    for i in tf.range(3):
        total = total + x * tf.cast(i, tf.float32)
    return total


# tf: same
def starts_with_tensor(x):  # expect: convert
    total = tf.zeros_like(x)
    for i in tf.range(3):
        total += x * tf.cast(i, tf.float32)
    return total


# tf: same
def over_rows(x):  # expect: convert
    total = tf.zeros_like(x[0])
    for row in x:
        total = total + row
    return total


# tf: same
def python_loop(x):  # expect: convert
    for scale in [1.0, 2.0]:
        x = x * scale
    return x


# tf: same
def stops(x):  # expect: convert
    for i in tf.range(5):
        x = x / 2.0
        if tf.reduce_sum(x) < 1.0:
            break
    return x


# tf: differs
def counts_in_python(x):  # expect: convert unsafe
    n = 0
    while tf.reduce_sum(x) > 1.0:
        x = x / 2.0
        n += 1
    return x, n


for step in range(2):
    value = tf.constant([1.0, 2.0]) * float(step + 1)
    halves(value)
    grows(value)
    collects(value)
    collects_in_array(value)
    starts_inside(value)
    starts_with_python_number(value)
    starts_with_tensor(value)
    over_rows(value)
    python_loop(value)
    stops(value)
    counts_in_python(value)
