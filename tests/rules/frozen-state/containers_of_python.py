"""State in containers and namespaces of Python's library, and of classes below them, that changes between calls."""

import argparse

from collections import ChainMap, Counter, OrderedDict, UserDict, UserList, deque
from types import MappingProxyType, SimpleNamespace
from typing import TypedDict

import numpy as np
import tensorflow as tf


class Config(dict):
    pass


class Log(list):
    def note(self, value):
        self.append(value)


class Cache(OrderedDict):
    pass


class Registry(UserDict):
    pass


class Window(deque):
    pass


class Totals(Counter):
    pass


class Seen(set):
    pass


class Options(TypedDict):
    rate: float


class Limits:
    rate = 1.0


config, updated, log, cache, registry = (
    Config(rate=1.0),
    Config(rate=1.0),
    Log([1.0]),
    Cache(rate=1.0),
    Registry(rate=1.0),
)
window, totals, seen, options, fixed = (
    Window([1.0]),
    Totals({"a": 1}),
    Seen([1.0]),
    Options(rate=1.0),
    Config(rate=2.0),
)
rates, first, items = {"rate": 1.0}, {"rate": 1.0}, UserList([1.0])
view, chain = MappingProxyType(rates), ChainMap({}, first)
space, by_vars, by_dict, by_name = (SimpleNamespace(rate=1.0) for _ in range(4))
arguments = argparse.Namespace(epsilon=1.0)
parser = argparse.ArgumentParser()
parser.add_argument("--momentum", type=float, default=1.0)
parsed = parser.parse_args([])
filled, whole, own = (np.ones(2, np.float32) for _ in range(3))
stream = bytearray(b"ab")


# tf: differs
def of_dict(x):  # expect: HYB104
    return x * config["rate"]


# tf: differs
def of_updated_dict(x):  # expect: HYB104
    return x * updated["rate"]


# tf: differs
def of_list(x):  # expect: HYB104
    return x * float(len(log))


# tf: differs
def of_ordered_dict(x):  # expect: HYB104
    return x * cache["rate"]


# tf: differs
def of_user_dict(x):  # expect: HYB104
    return x * registry["rate"]


# tf: differs
def of_user_list(x):  # expect: HYB104
    return x * items[-1]


# tf: differs
def of_deque(x):  # expect: HYB104
    return x * window[-1]


# tf: differs
def of_counter(x):  # expect: HYB104
    return x * float(totals["a"])


# tf: differs
def of_set(x):  # expect: HYB104
    return x * (2.0 if 2.0 in seen else 1.0)


# tf: differs
def of_typed_dict(x):  # expect: HYB104
    return x * options["rate"]


# tf: differs
def of_view(x):  # expect: HYB104
    return x * view["rate"]


# tf: differs
def of_chain(x):  # expect: HYB104
    return x * chain["rate"]


# tf: differs
def of_namespace(x):  # expect: HYB104
    return x * space.rate


# tf: differs
def of_vars(x):  # expect: HYB104
    return x * by_vars.rate


# tf: differs
def of_own_dict(x):  # expect: HYB104
    return x * by_dict.rate


# tf: differs
def of_setattr(x):  # expect: HYB104
    return x * by_name.rate


# tf: differs
def of_arguments(x):  # expect: HYB104
    return x * arguments.epsilon


# tf: differs
def of_parsed(x):  # expect: HYB104
    return x * parsed.momentum


# tf: differs
def of_class(x):  # expect: HYB104
    return x * Limits.rate


# tf: differs
def of_flat(x):  # expect: HYB104
    return x * filled


# tf: differs
def of_all_elements(x):  # expect: HYB104
    return x * whole


# tf: differs
def of_bytes(x):  # expect: HYB104
    return x * float(stream[0])


# tf: differs
def of_truth(x):  # expect: HYB104
    return x * (2.0 if log else 1.0)


# tf: differs
def of_equality(x):  # expect: HYB104
    return x * (2.0 if rates == {"rate": 1.0} else 1.0)


# tf: same
def never_changed(x):  # expect: convert
    return x * fixed["rate"]


# tf: same
def made_here(x):  # expect: convert
    made = Config()
    made["y"] = x * 2.0
    return made["y"] + SimpleNamespace(z=x).z


def change(value):
    config["rate"] = value
    updated.update(rate=value)
    log.note(value)
    cache["rate"] = value
    registry["rate"] = value
    items.append(value)
    window.append(value)
    totals.update(["a"])
    seen.add(value)
    options["rate"] = value
    rates["rate"] = value
    first["rate"] = value
    space.rate = value
    vars(by_vars)["rate"] = value
    by_dict.__dict__.update(rate=value)
    setattr(by_name, "rate", value)
    vars(arguments)["epsilon"] = value
    setattr(parsed, "momentum", value)
    type.__setattr__(Limits, "rate", value)
    filled.flat[:] = value
    np.ndarray.fill(whole, value)
    stream[0] = int(value)


a = tf.constant([1.0, 2.0])
RESULTS = []
for turn in range(1, 4):
    RESULTS += [
        f(a)
        for f in (of_dict, of_updated_dict, of_list, of_ordered_dict, of_user_dict, of_user_list, of_deque)
    ]
    RESULTS += [
        f(a)
        for f in (of_counter, of_set, of_typed_dict, of_view, of_chain, of_namespace, of_vars, of_own_dict)
    ]
    RESULTS += [
        f(a) for f in (of_setattr, of_arguments, of_parsed, of_class, of_flat, of_all_elements, of_bytes)
    ]
    RESULTS += [of_truth(a), of_equality(a), never_changed(a), made_here(a)]
    change(float(turn))
    if turn == 2:
        log.clear()
