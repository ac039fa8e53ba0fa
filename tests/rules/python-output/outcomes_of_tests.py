"""A test that one of its parts decides, whatever the others are: what it does not lead to matters no more than under `if`."""

import tensorflow as tf

DEBUG = False
QUIET = True


# tf: same
def never(x, n):  # expect: convert
    if n % 2 == 0 and DEBUG:
        print("x", x.numpy())
    return tf.tanh(x) * 2.0


# tf: same
def always(x, n):  # expect: convert
    if n > 1 or QUIET:
        y = tf.tanh(x)
    else:
        print("x", x.numpy())
        y = x
    return y * 2.0


# tf: raises AttributeError "has no attribute 'numpy'"
def sometimes(x, n):  # expect: HYB101, HYB106
    if n % 2 == 0 and QUIET:
        print("x", x.numpy())
    return tf.tanh(x) * 2.0


# tf: same
def changing(x, n):  # expect: convert
    loud = False
    for _ in range(2):
        if n % 2 == 0 and loud:
            x = x + 1.0
        loud = True
    return tf.tanh(x) * 2.0


# tf: same
def conditional(x, n):  # expect: convert
    return tf.tanh(x) * (2.0 if n > 0 and DEBUG else 3.0)


X = tf.constant([1.0, 2.0])
for n in (1, 2, 4):
    never(X, n)
    always(X, n)
    sometimes(X, n)
    changing(X, n)
    conditional(X, n)
