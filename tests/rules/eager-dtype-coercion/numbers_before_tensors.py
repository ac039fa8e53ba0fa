"""A Python number before a tensor: eager operations look at both, a graph converts the number first."""

import math

import numpy as np
import tensorflow as tf

FLOOR = 0.0
LIMITS = np.array([1.0, 2.0], np.float32)


# tf: raises TypeError "TypeError: Input 'y' of 'Maximum' Op has type float64 that d"
def rectified(x):  # expect: HYB114
    return tf.maximum(FLOOR, x)


# tf: same
def rectified_from_behind(x):  # expect: convert
    return tf.maximum(x, FLOOR)


# tf: raises TypeError "TypeError: Input 'e' of 'SelectV2' Op has type float64 that "
def chosen(x):  # expect: HYB114
    return tf.where(x > 0.0, 1.0, x)


# tf: same
def chosen_from_behind(x):  # expect: convert
    return tf.where(x > 0.0, x, 1.0)


# tf: raises TypeError "TypeError: Input 'y' of 'Pow' Op has type float64 that does "
def doubled(x):  # expect: HYB114
    return tf.pow(2.0, x)


# tf: raises TypeError "TypeError: Input 'y' of 'Sub' Op has type float64 that does "
def complement(x):  # expect: HYB114
    return tf.subtract(1.0, x)


# tf: same
def by_operator(x):  # expect: convert
    return 1.0 - x * 2.0 + 1.0 / x


# tf: raises TypeError "TypeError: Input 'y' of 'Less' Op has type float64 that does"
def below(x):  # expect: HYB114
    return tf.less(0.5, x)


# tf: raises TypeError "TypeError: Input 'y' of 'Minimum' Op has type float64 that d"
def by_keyword(x):  # expect: HYB114
    return tf.minimum(y=x, x=1.0)


# tf: raises TypeError "TypeError: Input 'y' of 'Mul' Op has type float64 that does "
def by_list(x):  # expect: HYB114
    return tf.multiply([1.0, 2.0], x)


# tf: raises TypeError "TypeError: Input 'y' of 'Maximum' Op has type float64 that d"
def by_array(x):  # expect: HYB114
    return tf.maximum(LIMITS, x)


# tf: raises TypeError "TypeError: Input 'y' of 'Maximum' Op has type float64 that d"
def by_parameter(x, low):  # expect: HYB114
    return tf.maximum(low, x)


# tf: raises TypeError "TypeError: Input 'y' of 'Mul' Op has type float64 that does "
def by_default(x, scale=math.pi):  # expect: HYB114
    return tf.multiply(scale, x)


# tf: raises TypeError "TypeError: Input 'y' of 'Maximum' Op has type float64 that d"
def raw(x):  # expect: HYB114
    return tf.raw_ops.Maximum(x=0.0, y=x)


# tf: raises TypeError "TypeError: Input 'y' of 'Maximum' Op has type float32 that d"
def whole_number(x):  # expect: HYB114
    return tf.maximum(0, x)


# tf: raises TypeError "TypeError: Input 'y' of 'Mul' Op has type int64 that does no"
def by_length(x, i):  # expect: HYB114
    return tf.multiply(x.shape[0], i)


# tf: raises TypeError "TypeError: Input 'y' of 'Maximum' Op has type float64 that d"
def largest(x):  # expect: HYB114
    best = 0.0
    for each in tf.unstack(x):
        best = tf.maximum(best, each)
    return best


# tf: raises TypeError "TypeError: Input 'rhs' of 'MatrixSolve' Op has type float64 "
def solved(x):  # expect: HYB114
    return tf.linalg.solve([[1.0, 0.0], [0.0, 1.0]], x[:, None])


# tf: raises TypeError "TypeError: Input 'y' of 'AddV2' Op has type float64 that doe"
def folded(x):  # expect: HYB109, HYB114
    return tf.foldl(lambda a, b: a + b, x, 0.0)


# tf: raises TypeError "Tensor('cond/Identity:0', shape=(), dtype=float32) and Tenso"
def of_branches(x):  # expect: HYB109
    return tf.cond(x[0] > 0.0, lambda: 1.0, lambda: x[0])


# tf: raises TypeError "TypeError: Input 'y' of 'Mul' Op has type float64 that does "
def scaled_by_branches(x):  # expect: HYB114
    return tf.cond(x[0] > 0.0, lambda: 1.0, lambda: 0.0) * x


# tf: raises TypeError "Tensor('case/cond/Identity:0', shape=(), dtype=float32) and "
def of_cases(x):  # expect: HYB109
    return tf.case([(x[0] > 0.0, lambda: 1.0)], default=lambda: x[0])


# tf: same
def divided(x):  # expect: convert
    return tf.math.divide_no_nan(1.0, x)


# tf: same
def stacked(x):  # expect: convert
    return tf.stack([0.0, x[0]])


# tf: same
def by_keras(x):  # expect: convert
    return tf.keras.ops.maximum(0.0, x)


# tf: same
def single(x):  # expect: convert
    return tf.maximum(0.0, tf.cast(x, tf.float32))


double = tf.constant([0.5, 2.0], tf.float64)
RESULTS = [
    f(double) for f in (rectified, rectified_from_behind, chosen, chosen_from_behind, doubled, complement)
]
RESULTS += [
    f(double) for f in (by_operator, below, by_keyword, by_list, by_array, by_default, raw, largest, solved)
]
RESULTS += [
    f(double) for f in (folded, of_branches, scaled_by_branches, of_cases, divided, stacked, by_keras, single)
]
RESULTS += [
    by_parameter(double, 0.0),
    whole_number(tf.constant([0.5])),
    by_length(double, tf.constant([1, 2], tf.int64)),
]
