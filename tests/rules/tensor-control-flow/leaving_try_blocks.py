"""AutoGraph puts off `return`, `break` and `continue`: it runs into `else`, and no longer drops exceptions in `finally`."""

import tensorflow as tf


# tf: differs
def returns_before_else(x, options):  # expect: HYB109
    try:
        return x * options["scale"]
    except KeyError:
        pass
    else:
        return x + 100.0
    return -x


# tf: differs
def continues_before_else(x, given):  # expect: HYB109
    for options in given:
        try:
            if options["scale"] > 1.0:
                continue
        except KeyError:
            x = -x
        else:
            x = x + 100.0
    return x


# tf: raises KeyError "KeyError: 'scale'"
def returns_in_finally(x, options):  # expect: HYB109
    try:
        x = x * options["scale"]
    finally:
        return x


# tf: raises KeyError "KeyError: 'scale'"
def breaks_in_finally(x, options):  # expect: HYB109
    for _ in range(2):
        try:
            x = x * options["scale"]
        finally:
            break
    return x


# tf: same
def loops_before_else(x, options):  # expect: convert unsafe
    try:
        for scale in options["scales"]:
            if scale > 2.0:
                break
            x = x * scale
    except KeyError:
        x = -x
    else:
        x = x + 100.0
    return x


# tf: same
def returns_before_finally(x, options):  # expect: convert
    try:
        return x * options["scale"]
    except KeyError:
        return -x
    finally:
        x = x + 100.0


x = tf.ones([2])
results = [returns_before_else(x, options) for options in ({"scale": 2.0}, {})]
results.append(continues_before_else(x, [{"scale": 2.0}, {"scale": 1.0}]))
results += [returns_in_finally(x, options) for options in ({"scale": 2.0}, {})]
results.append(breaks_in_finally(x, {}))
results += [loops_before_else(x, options) for options in ({"scales": [1.0, 2.0, 3.0]}, {})]
results += [returns_before_finally(x, options) for options in ({"scale": 2.0}, {})]
