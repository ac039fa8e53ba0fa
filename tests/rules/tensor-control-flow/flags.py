"""Variables that are set to `True` and `False` alone, and tested, where a loop or a branch on a tensor makes tensors of them."""

import tensorflow as tf


# tf: same
def all_but_the_first(x):  # expect: convert
    first = True
    total = tf.constant(0.0)
    for v in x:
        if not first:
            total += v
        first = False
    return total


# tf: same
def until_small(x):  # expect: convert
    done = False
    for _ in tf.range(5):
        if not done:
            x = x * 0.5
            if tf.reduce_sum(x) < 0.1:
                done = True
    return x


# tf: same
def seen_in_a_branch(x):  # expect: convert
    seen = False
    if tf.reduce_sum(x) > 0.0:
        seen = True
    if seen:
        x = x * 2.0
    return x


# tf: same
def either(x):  # expect: convert
    found = False
    for v in x:
        if v > 0.9:
            found = True
    return x * 2.0 if found or tf.reduce_sum(x) > 3.0 else x


# tf: raises NotImplementedError "condition of while loop started as non-Tensor, then changed to Tensor"
def while_not_done(x):  # expect: HYB109
    done = False
    while not done:
        x = x * 0.5
        if tf.reduce_sum(x) < 0.1:
            done = True
    return x


# tf: raises ValueError "'label' must also be initialized"
def sets_in_one_side(x):  # expect: HYB109, HYB118
    first = True
    for v in x:
        if first:
            label = v
        first = False
    return label


# tf: raises TypeError "bool"
def computed_with(x):  # expect: HYB109
    seen = False
    for v in x:
        if v > 0.0:
            seen = True
    return x * float(seen + 1)


# tf: raises TypeError "TypeError: Tensor is unhashable. Instead, use tensor.ref() a"
def looked_up(x):  # expect: HYB109
    seen = False
    for v in x:
        if v > 0.0:
            seen = True
    return x * {True: 1.0, False: 2.0}[seen]


# tf: differs
def seen_and_result(x):  # expect: convert unsafe
    seen = False
    for v in x:
        if v > 0.0:
            seen = True
    return x * 2.0, seen


x = tf.constant([1.0, 0.5, -1.0])
for _ in range(2):
    all_but_the_first(x), until_small(x), seen_in_a_branch(x), either(x), while_not_done(x), sets_in_one_side(x)
    computed_with(x), looked_up(x), isinstance(seen_and_result(x)[1], bool)
