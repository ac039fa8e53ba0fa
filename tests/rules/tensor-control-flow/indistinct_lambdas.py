"""Several lambdas in the same lines: AutoGraph cannot tell which is which, and leaves their control flow as it is."""

import tensorflow as tf

by_name = {"up": lambda x: x if tf.reduce_sum(x) > 0.0 else -x, "down": lambda x: x * 2.0}
unlike = [lambda a: a if tf.reduce_sum(a) > 0.0 else -a, lambda b: b * 2.0]


class Kept:
    def __init__(self):
        self.first, self.second = (lambda x: x if tf.reduce_sum(x) > 0.0 else -x), (lambda x: x * 2.0)


# tf: raises OperatorNotAllowedInGraphError "tf.Tensor"
def indistinct(x):  # expect: HYB109
    return by_name["up"](x) + by_name["down"](x)


# tf: raises OperatorNotAllowedInGraphError "tf.Tensor"
def of_object(x):  # expect: HYB109
    return kept.first(x) + kept.second(x)


# tf: same
def by_parameters(x):  # expect: convert
    return unlike[0](x) + unlike[1](x)


# tf: same
def inside(x):  # expect: convert
    chosen = [lambda v: v if tf.reduce_sum(v) > 0.0 else -v, lambda v: v * 2.0]
    return chosen[0](x) + chosen[1](x)


x, kept = tf.constant([1.0, 2.0]), Kept()
results = [indistinct(x), of_object(x), by_parameters(x), inside(x)]
