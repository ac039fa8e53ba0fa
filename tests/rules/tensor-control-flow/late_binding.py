"""Variables that are bound again after a lambda, a generator or a class captured them, in what AutoGraph makes a function."""

import tensorflow as tf


# tf: differs
def kept_in_a_list(x):  # expect: HYB109 "`i` is bound again after a lambda captured it"
    scales = []
    for i in range(3):
        scales.append(lambda v: v * float(i))
    return tf.add_n([scale(x) for scale in scales])


# tf: differs
def kept_by_name(x):  # expect: HYB109 "`k` is bound again after a lambda captured it"
    for k in (1.0, 2.0, 3.0):
        if k < 2.0:
            scale = lambda v: v * k
    return scale(x)


# tf: differs
def composed(x):  # expect: HYB109 "`factor` is bound again after a lambda captured it"
    chain = lambda v: v
    for factor in (2.0, 3.0):
        chain = (lambda inner: lambda v: inner(v) * factor)(chain)
    return chain(x)


# tf: differs
def of_a_while_loop(x):  # expect: HYB109 "`k` is bound again after a lambda captured it"
    scales, n = {}, 0
    while n < 3:
        k = n * 2.0
        scales[n] = lambda v: v * k
        n += 1
    return tf.add_n([scale(x) for scale in scales.values()])


# tf: differs
def called_in_the_next_turn(x):  # expect: HYB109 "`i` is bound again after a lambda captured it"
    scale = None
    for i in range(3):
        if scale is not None:
            x = scale(x)
        scale = lambda v: v * float(i)
    return x


# tf: differs
def bound_again_in_a_branch(x, twice=True):  # expect: HYB109 "`k` is bound again after a lambda captured it"
    k = 1.0
    scale = lambda v: v * k
    if twice:
        k = 2.0
    return scale(x)


# tf: differs
def made_in_a_branch(x, twice=True):  # expect: HYB109 "`k` is bound again after a lambda captured it"
    if twice:
        k = 1.0
        scale = lambda v: v * k
    else:
        scale = lambda v: v
    k = 2.0
    return scale(x)


# tf: differs
def generators(x):  # expect: HYB102, HYB109 "`i` is bound again after a generator captured it"
    parts = []
    for i in range(3):
        parts += [(x * float(i) for _ in range(1))]
    return tf.add_n([part for generator in parts for part in generator])


# tf: differs
def instances(x):  # expect: HYB109 "`i` is bound again after a class captured it"
    scales = []
    for i in range(3):

        class Scale:
            def __call__(self, v):
                return v * float(i)

        scales.append(Scale())
    return tf.add_n([scale(x) for scale in scales])


class Kept:
    def __init__(self):
        self.scales = []

    # tf: differs
    def of_turns(self, x):  # expect: HYB102, HYB104, HYB109 "`i` is bound again after a lambda captured it"
        self.scales.clear()
        for i in range(3):
            self.scales.append(lambda v: v * float(i))
        return tf.add_n([scale(x) for scale in self.scales])


# tf: same
def used_in_the_turn(x):  # expect: convert
    for i in range(3):
        scale = lambda v: v * float(i)
        x = scale(x) + 1.0
    return x


# tf: same
def given_to_tensorflow(x):  # expect: convert
    for i in range(3):
        k = float(i)
        branches = [lambda: x * k, lambda: x]
        x = tf.map_fn(lambda v: v + float(i), tf.switch_case(tf.constant(0), branches))
    return x


def _applied(function, x):
    return function(x)


# tf: same
def passed_on(x):  # expect: convert
    for i in range(3):
        x = _applied(lambda v: v * float(i) + 1.0, x)
    return x * sum(float(i * j) for j in range(3))


# tf: same
def captured_by_definitions(x):  # expect: convert
    scales = []
    for i in range(3):

        def scale(v):
            return v * float(i)

        scales.append(scale)
    return tf.add_n([scale(x) for scale in scales])


# tf: same
def bound_in_comprehensions_and_defaults(x):  # expect: convert
    scales = [lambda v: v * float(i) for i in range(3)]
    for k in range(3):
        scales.append(lambda v, k=k: v * float(k))
    return tf.add_n([scale(x) for scale in scales])


# tf: same
def bound_again_beside_it(x):  # expect: convert
    for i in range(3):
        k = float(i)
        scale = lambda v: v * k
        k = 7.0
        x = scale(x)
    return x


def main():
    x = tf.constant([1.0, 2.0])
    kept = Kept()
    for _ in range(2):
        kept_in_a_list(x)
        kept_by_name(x)
        composed(x)
        of_a_while_loop(x)
        called_in_the_next_turn(x)
        bound_again_in_a_branch(x)
        made_in_a_branch(x)
        generators(x)
        instances(x)
        kept.of_turns(x)
        used_in_the_turn(x)
        given_to_tensorflow(x)
        passed_on(x)
        captured_by_definitions(x)
        bound_in_comprehensions_and_defaults(x)
        bound_again_beside_it(x)


main()
