"""The order of keywords and of entries, which a graph does not get as the call gives it."""

import tensorflow as tf


# tf: differs
def options_in_order(x, **options):  # expect: HYB120
    return x + tf.stack(list(options.values()))


# tf: differs
def options_in_a_loop(x, **options):  # expect: HYB120
    for value in options.values():
        x = x * 2.0 + value
    return x


# tf: same
def options_by_name(x, **options):  # expect: convert
    return x * options["b"] + options["a"]


# tf: same
def sorted_already(x, **options):  # expect: convert
    return x + tf.stack(list(options.values()))


# tf: differs
def options_handed_on(x, **options):  # expect: HYB120
    return options_in_order_of_a_helper(x, **options)


def options_in_order_of_a_helper(x, **options):  # expect: HYB120
    return x + tf.stack(list(options.values()))


# tf: differs
def options_of_a_dict(x, **options):  # expect: HYB120
    return x + tf.stack(list(dict(**options).values()))


# tf: same
def options_handed_on_by_name(x, **options):  # expect: convert
    return options_by_name(x, **options)


# tf: differs
def entries_in_order(x, entries):  # expect: HYB120
    return x + tf.stack(list(entries.values()))


# tf: differs
def entries_in_a_loop(x, entries):  # expect: HYB120
    for name in entries:
        x = x * 2.0 + entries[name]
    return x


# tf: differs
def entries_unpacked(x, entries):  # expect: HYB120
    first, second = entries.values()
    return x * (first - second)


# tf: differs
def entries_handed_on(x, entries):  # expect: HYB120
    return {name: x * value for name, value in entries.items()}


# tf: same
def entries_by_name(x, entries):  # expect: convert
    return x * entries["b"] + entries["a"]


# tf: same
def always_in_one_order(x, entries):  # expect: convert
    return x + tf.stack(list(entries.values()))


# tf: raises TypeError "'<' not supported between instances of 'str' and 'int'"
def keys_of_two_types(x, entries):  # expect: HYB120
    return x * entries[1]


# tf: raises KeyError "KeyError: 'a b'"
def odd_keyword(x, **options):  # expect: HYB120
    return x * options["a b"]


a, b = tf.constant(1.0), tf.constant(2.0)
x = tf.constant([1.0, 1.0])
RESULTS = []
for f in (options_in_order, options_in_a_loop, options_handed_on, options_of_a_dict):
    RESULTS += [f(x, b=b, a=a), f(x, a=a, b=b)]
RESULTS += [options_handed_on_by_name(x, b=b, a=a)]
RESULTS += [options_by_name(x, b=b, a=a), options_by_name(x, a=a, b=b), sorted_already(x, a=a, b=b)]
RESULTS += [entries_in_order(x, {"b": b, "a": a}), entries_in_order(x, {"a": a, "b": b})]
RESULTS += [entries_in_a_loop(x, {"b": b, "a": a}), entries_in_a_loop(x, {"a": a, "b": b})]
RESULTS += [entries_unpacked(x, {"b": b, "a": a}), entries_unpacked(x, {"a": a, "b": b})]
RESULTS += [entries_handed_on(x, {"b": b, "a": a}), entries_handed_on(x, {"a": a, "b": b})]
RESULTS += [entries_by_name(x, {"b": b, "a": a}), entries_by_name(x, {"a": a, "b": b})]
RESULTS += [always_in_one_order(x, {"b": b, "a": a}), always_in_one_order(x, {"b": a, "a": a})]
RESULTS += [keys_of_two_types(x, {1: a, "a": b}), odd_keyword(x, **{"a b": a})]
