"""`dataclasses.asdict` and `astuple` copy what the fields hold, and a graph has no copies of tensors."""

import dataclasses

import tensorflow as tf


@dataclasses.dataclass
class State:
    hidden: object
    cell: object

    def both(self):
        return dataclasses.astuple(self)


@dataclasses.dataclass
class Options:
    scale: float = 2.0
    shift: float = 1.0


# tf: raises TypeError "TypeError: cannot pickle 'SymbolicTensor' object"
def as_dict(x):  # expect: HYB106
    return tf.add_n(list(dataclasses.asdict(State(x, x * 2.0)).values()))


# tf: raises TypeError "TypeError: cannot pickle 'SymbolicTensor' object"
def as_tuple(x):  # expect: HYB106
    hidden, cell = dataclasses.astuple(State(x, x * 2.0))
    return tf.add(hidden, cell)


# tf: raises TypeError "TypeError: cannot pickle 'SymbolicTensor' object"
def by_method(x):  # expect: HYB106
    return tf.add_n(State(x, x * 2.0).both())


# tf: raises TypeError "None"
def inside_lists(x):  # expect: HYB106
    return tf.add_n(dataclasses.asdict(State([x, x], None))["hidden"])


# tf: same
def field_by_field(x):  # expect: convert
    state = State(x, x * 2.0)
    return state.hidden + state.cell


# tf: same
def replaced(x):  # expect: convert
    return dataclasses.replace(State(x, x * 2.0), cell=x).cell * 2.0


# tf: same
def of_numbers(x):  # expect: convert
    return x * float(len(dataclasses.asdict(Options())))


x = tf.constant([1.0, 2.0])
results = [f(x) for f in (as_dict, as_tuple, by_method, inside_lists, field_by_field, replaced, of_numbers)]
