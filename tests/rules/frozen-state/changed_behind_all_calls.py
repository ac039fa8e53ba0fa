"""Variables of a function that it gives another value once all calls of what reads them are over, and some sooner."""

import tensorflow as tf


def timed(function, x):
    results = [function(x)]
    for _ in range(2):
        results.append(function(x))
    return results


def lazily(function, x):
    for _ in range(2):
        yield function(x)


KEPT = []


def kept(function, x):
    KEPT.append(function)
    return function(x)


def benchmark(x):
    scale = 2.0

    # tf: same
    def scaled(x):  # expect: convert unsafe
        return x * scale

    results = timed(scaled, x) + [scaled(x)]
    scale = 3.0

    # tf: same
    def scaled_again(x):  # expect: convert
        return x * scale

    return results + timed(scaled_again, x)


def between(x):
    rate = 2.0

    # tf: differs
    def rated(x):  # expect: HYB104
        return x * rate

    results = timed(rated, x)
    rate = 3.0
    return results + timed(rated, x)


def in_turns(x):
    width = 1.0

    # tf: differs
    def widened(x):  # expect: HYB104
        return x * width

    results = []
    for _ in range(2):
        results += timed(widened, x)
        width = width + 1.0
    return results


def afterwards(x):
    depth = 2.0

    # tf: differs
    def deepened(x):  # expect: HYB104
        return x * depth

    waiting = lazily(deepened, x)
    results = [deepened(x)]
    depth = 5.0
    return results + list(waiting)


def mapped(x):
    height = 2.0

    # tf: differs
    def heightened(x):  # expect: HYB104
        return x * height

    results = [heightened(x)]
    waiting = map(heightened, [x, x])
    height = 5.0
    return results + list(waiting)


def kept_for_later(x):
    size = 2.0

    # tf: differs
    def sized(x):  # expect: HYB104
        return x * size

    results = [kept(sized, x)]
    size = 5.0
    return results + [KEPT[-1](x)]


def by_another(x):
    length = 2.0

    # tf: differs
    def lengthened(x):  # expect: HYB104
        return x * length

    def longer(x):
        return lengthened(x) + 1.0

    results = timed(lengthened, x)
    length = 5.0
    return results + [longer(x)]


def left_to_callers(x):
    speed = 2.0

    # tf: differs
    def sped(x):  # expect: HYB104
        return x * speed

    def later(x):
        return sped(x)

    results = timed(sped, x)
    speed = 5.0
    return results, later


def in_a_generator(x):
    volume = 2.0

    # tf: differs
    def filled(x):  # expect: HYB104
        return x * volume

    results = [filled(x)]
    waiting = (filled(x) for _ in range(2))
    volume = 5.0
    return results + list(waiting)


def first_of(functions, x):
    return timed(functions[0], x)


def in_a_list(x):
    pressure = 2.0

    # tf: differs
    def pressed(x):  # expect: HYB104
        return x * pressure

    functions = [pressed]
    results = first_of(functions, x)
    pressure = 5.0
    return results + first_of(functions, x)


def same(function):
    return function


def by_another_name(x):
    weight = 2.0

    # tf: differs
    def weighed(x):  # expect: HYB104
        return x * weight

    other = same(weighed)
    results = timed(weighed, x)
    weight = 5.0
    return results + timed(other, x)


x = tf.constant([1.0, 2.0])
RESULTS = benchmark(x) + between(x) + in_turns(x) + afterwards(x)
results, later = left_to_callers(x)
RESULTS += results + [later(x)] + in_a_generator(x)
RESULTS += in_a_list(x) + by_another_name(x)
RESULTS += mapped(x) + kept_for_later(x) + by_another(x)
