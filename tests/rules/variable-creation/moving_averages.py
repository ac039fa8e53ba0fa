"""Moving averages make a variable for each when they are first applied, in a graph of its initial value; they write no file."""

import tensorflow as tf

weight, bias = tf.Variable([1.0, 2.0]), tf.Variable(3.0)
first = tf.train.ExponentialMovingAverage(0.9)
count = tf.Variable(3)
second = tf.train.ExponentialMovingAverage(0.5)


class Averaged:
    def __init__(self):
        self.ema = tf.train.ExponentialMovingAverage(0.99)
        self.ema.apply([weight, bias])

    # tf: same
    def update(self):  # expect: convert
        self.ema.apply([weight, bias])

    # tf: same
    def load(self):  # expect: convert
        for variable in (weight, bias):
            variable.assign(self.ema.average(variable))


# tf: differs
def step(x):  # expect: HYB108
    weight.assign_add(x)
    first.apply([weight, bias])
    return first.average(weight) * 1.0


class Late:
    def __init__(self, variables):
        self.ema = tf.train.ExponentialMovingAverage(0.9, num_updates=count)
        self.variables = variables

    # tf: same
    def update(self):  # expect: convert
        self.ema.apply(self.variables)


class Chosen(Late):
    # tf: raises ValueError "tf.function only supports singleton tf.Variables"
    def update_some(self, variables):  # expect: HYB108
        self.ema.apply(variables)

    # tf: raises ValueError "Creating variables on a non-first call to a function"
    def update_later(self, now):  # expect: HYB108
        if not now:
            return
        self.ema.apply(self.variables)


chosen, postponed = Chosen([weight]), Chosen([weight])
late = Late([weight, bias])
later = Late([weight, bias])
hidden = Late([weight, bias])


def _raised(x):
    return tf.identity(weight.assign_add(x))


raised = globals()["_raised"]


# tf: differs
def step_and_update(x):  # expect: HYB108
    weight.assign_add(x)
    later.update()
    return later.ema.average(weight) * 1.0


# tf: differs
def behind_unseen_code(x):  # expect: HYB108
    y = raised(x)
    hidden.update()
    return y + hidden.ema.average(weight)


several = [Late([weight]), Late([bias])]


# tf: raises ValueError "tf.function only supports singleton tf.Variables"
def one_of_several(number):  # expect: HYB108
    several[number].update()


# tf: differs
def one_after_another(x):  # expect: HYB108
    for average in pair:
        average.update()
        weight.assign_add(x)
    return pair[1].ema.average(weight) * 1.0


pair = [Late([weight]), Late([weight])]


def sometimes(x):  # expect: HYB108
    if tf.reduce_sum(x) > 1.0:
        second.apply([weight])
    return x * 2.0


averaged = Averaged()
for number in range(3):
    step(tf.constant([1.0, float(number)]))
    averaged.update()
    averaged.load()
    sometimes(tf.constant([float(number)]))
    bias.assign_add(1.0)
    late.update()
    step_and_update(tf.constant([1.0, float(number)]))
    behind_unseen_code(tf.constant([1.0, float(number)]))
    one_of_several(0 if number else 1)
    one_after_another(tf.constant([1.0, float(number)]))
    chosen.update_some([bias] if number else [weight])
    postponed.update_later(number > 0)
