"""What a loop with a known number of turns sets is set behind it."""

import numpy as np
import tensorflow as tf


# tf: same
def power_iteration(m, steps=5):  # expect: convert
    v = np.ones(3, np.float32)
    for _ in range(steps):
        v = tf.linalg.matvec(m, v)
        v = v / tf.norm(v)
    return v


# tf: same
def over_list(x, factors):  # expect: convert
    out = None
    for factor in factors:
        out = x * factor
    return out


# tf: same
def with_continue(x):  # expect: convert
    out = 0.0
    for i in range(6):
        if i % 2:
            out = x * float(i)
            continue
        out = x + float(i)
    return out


# tf: differs
def no_turn(m, steps=0):  # expect: HYB112, HYB118
    v = np.ones(3, np.float32)
    for _ in range(steps):
        v = tf.linalg.matvec(m, v)
    return v


# tf: differs
def left_at_once(x, limit):  # expect: convert unsafe
    out = 1.5
    for i in range(6):
        if i == limit:
            break
        out = x * float(i)
    return out


# tf: differs
def late(x):  # expect: convert unsafe
    out = 1.5
    for i in range(6):
        if i > 5:
            out = x * float(i)
    return out


# tf: differs
def perhaps_none(m, steps):  # expect: HYB112
    v = np.ones(3, np.float32)
    for _ in range(steps):
        v = tf.linalg.matvec(m, v)
    return v


m = tf.eye(3) * 2.0
results = [f(m) for f in (power_iteration, with_continue, no_turn, late)]
results += [over_list(m, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]), left_at_once(m, 0), left_at_once(m, 2)]
results += [perhaps_none(m, 0), perhaps_none(m, 6)]
kinds = [type(r).__name__ for r in results]
