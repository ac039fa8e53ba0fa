"""Programs that list the methods of an object, or show the source of a function: its results are the same, the lists are not."""

import inspect
import types

import tensorflow as tf


class Model:
    def forward(self, x):  # expect: HYB119
        return tf.tanh(x)


class Registry:
    def forward(self, x):  # expect: HYB119
        return tf.tanh(x)


class Table:
    def forward(self, x):  # expect: HYB119
        return tf.tanh(x)


class Other:
    # tf: same
    def forward(self, x):  # expect: convert
        return tf.tanh(x)


def tripled(x):  # expect: HYB119
    return x * 3.0


x = tf.ones(2)
model, registry, table, other = Model(), Registry(), Table(), Other()
results = [model.forward(x), registry.forward(x), table.forward(x), other.forward(x), tripled(x)]
methods = [name for name, _ in inspect.getmembers(model, inspect.ismethod)]
methods += [name for name, value in vars(type(registry)).items() if isinstance(value, types.FunctionType)]
methods += [name for name, value in Table.__dict__.items() if inspect.isfunction(value)]
lines = len(inspect.getsource(tripled).splitlines())
