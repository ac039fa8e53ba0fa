"""Ways of taking some results of a call before a gradient: what is not seen to use all results takes a part of them."""

import collections
import typing

import tensorflow as tf

first, second = tf.Variable(2.0), tf.Variable(3.0)
names = [first, second]


class Pair(typing.NamedTuple):
    main: tf.Tensor
    aux: tf.Tensor


Two = collections.namedtuple("Two", "main aux")


# tf: differs
def named(x):  # expect: convert unsafe
    return Pair(x * first, x * second)


# tf: differs
def named_by_index(x):  # expect: convert unsafe
    return Two(x * first, aux=x * second)


# tf: differs
def below(x):  # expect: convert unsafe
    return x * first, x * second


# tf: differs
def handed_on(x):  # expect: convert unsafe
    a, b = below(x)
    return Pair(a, b)


# tf: differs
def got(x):  # expect: convert unsafe
    return {"a": x * first, "b": x * second}


# tf: differs
def helped(x):  # expect: convert unsafe
    return x * first, x * second


# tf: differs
def starred(x):  # expect: convert unsafe
    return x * first, x * second


# tf: differs
def first_of(x):  # expect: convert unsafe
    return x * first, x * second


# tf: differs
def until_break(x):  # expect: convert unsafe
    return x * first, x * second


# tf: differs
def listed(x):  # expect: convert unsafe
    return {"a": x * first, "b": x * second}


# tf: differs
def zipped(x):  # expect: convert unsafe
    return x * first, x * second


# tf: differs
def chosen(x):  # expect: convert unsafe
    return x * first, x * second


# tf: differs
def stored(x):  # expect: convert unsafe
    return x * first, x * second


# tf: differs
def halted(x):  # expect: convert unsafe
    return x * first, x * second


# tf: differs
def reassigned(x):  # expect: convert unsafe
    return x * first, x * second


# tf: differs
def nested(x):  # expect: convert unsafe
    return x * first, (x * first, x * second)


# tf: differs
def in_lambda(x):  # expect: convert unsafe
    return x * first, x * second


# tf: differs
def sliced(x):  # expect: convert unsafe
    return x * first, x * first, x * second


# tf: differs
def asked_elsewhere(x):  # expect: convert unsafe
    return x * first, x * second


# tf: same
def all_named(x):  # expect: convert
    return Pair(x * first, x * second)


# tf: same
def all_got(x):  # expect: convert
    return {"a": x * first, "b": x * second}


# tf: same
def all_helped(x):  # expect: convert
    return x * first, x * second


# tf: same
def all_starred(x):  # expect: convert
    return x * first, x * second


# tf: same
def all_summed(x):  # expect: convert
    return x * first, x * second


# tf: same
def all_added(x):  # expect: convert
    return [x * first, x * second]


# tf: same
def all_weighted(x):  # expect: convert
    return x * first, x * second


# tf: same
def all_given(x):  # expect: convert
    return x * first, x * second


# tf: same
def all_in_branches(x):  # expect: convert
    return x * first, x * second


# tf: same
def loss_and_logits(x):  # expect: convert
    logits = x * first * second
    return tf.square(logits), logits


# tf: same
def named_alike(x):  # expect: convert
    hidden = x * first
    return Pair(main=hidden * second, aux=hidden)


# tf: same
def single(x):  # expect: convert
    return x * first


def main_of(given):
    return given[0]


def loss_of(a, b):
    return a * 2.0


def total_of(a, b):
    return a + 2.0 * b


def total(given):
    a, b = given
    return a + b


class Keeper:
    def step(self, x):
        self.parts = stored(x)
        return self.loss()

    def loss(self):
        return self.parts[0] * 2.0


def in_turn(x):
    for part in until_break(x):
        result = part * 2.0
        break
    return result


def missing_of(loss, tape):
    return missing(tape.gradient(loss, names))


def missing(gradients):
    return [g is None for g in gradients]


x, yes = tf.constant(3.0), bool(first > 0.0)
with tf.GradientTape() as tape:
    one = named(x).main
results = missing(tape.gradient(one, names))
with tf.GradientTape() as tape:
    two = named_by_index(x)[0]
results += missing(tape.gradient(two, names))
with tf.GradientTape() as tape:
    three = handed_on(x).main
results += missing(tape.gradient(three, names))
with tf.GradientTape() as tape:
    four = got(x).get("a")
results += missing(tape.gradient(four, names))
with tf.GradientTape() as tape:
    five = main_of(helped(x))
results += missing(tape.gradient(five, names))
with tf.GradientTape() as tape:
    six = loss_of(*starred(x))
results += missing(tape.gradient(six, names))
with tf.GradientTape() as tape:
    seven = next(iter(first_of(x)))
results += missing(tape.gradient(seven, names))
with tf.GradientTape() as tape:
    eight = in_turn(x)
results += missing(tape.gradient(eight, names))
with tf.GradientTape() as tape:
    nine = list(listed(x).values())[0]
results += missing(tape.gradient(nine, names))
with tf.GradientTape() as tape:
    ten = [w * part for w, part in zip([1.0], zipped(x))]
    ten = tf.add_n(ten)
results += missing(tape.gradient(ten, names))
with tf.GradientTape() as tape:
    left, right = chosen(x)
    eleven = tf.square(left if yes else right)
results += missing(tape.gradient(eleven, names))
with tf.GradientTape() as tape:
    twelve = Keeper().step(x)
results += missing(tape.gradient(twelve, names))
with tf.GradientTape() as tape:
    left, right = halted(x)
    thirteen = left + tf.stop_gradient(right)
results += missing(tape.gradient(thirteen, names))
with tf.GradientTape(persistent=True) as tape:
    left, right = reassigned(x)
    fourteen = left * 2.0
results += missing(tape.gradient(fourteen, names))
fourteen = left + right
with tf.GradientTape() as tape:
    fifteen = nested(x)[1][0]
results += missing(tape.gradient(fifteen, names))
with tf.GradientTape() as tape:
    pick = lambda given: given[0]
    sixteen = pick(in_lambda(x))
results += missing(tape.gradient(sixteen, names))
with tf.GradientTape() as tape:
    seventeen = tf.add_n(sliced(x)[:2])
results += missing(tape.gradient(seventeen, names))
with tf.GradientTape() as tape:
    eighteen = asked_elsewhere(x)[0]
results += missing_of(eighteen, tape)

with tf.GradientTape() as tape:
    given = all_named(x)
    sum_1 = given.main + given[1]
results += missing(tape.gradient(sum_1, names))
with tf.GradientTape() as tape:
    given = all_got(x)
    sum_2 = given.get("a") * given["b"]
results += missing(tape.gradient(sum_2, names))
with tf.GradientTape() as tape:
    sum_3 = total(all_helped(x))
results += missing(tape.gradient(sum_3, names))
with tf.GradientTape() as tape:
    sum_4 = total_of(*all_starred(x))
results += missing(tape.gradient(sum_4, names))
with tf.GradientTape() as tape:
    sum_5 = sum(part * 2.0 for part in all_summed(x))
results += missing(tape.gradient(sum_5, names))
with tf.GradientTape() as tape:
    sum_6 = tf.add_n(all_added(x))
results += missing(tape.gradient(sum_6, names))
with tf.GradientTape() as tape:
    sum_7 = sum(w * part for w, part in zip([1.0, 2.0], all_weighted(x)))
results += missing(tape.gradient(sum_7, names))
with tf.GradientTape() as tape:
    sum_8 = all_given(x)
results += missing(tape.gradient(sum_8, names))
with tf.GradientTape() as tape:
    left, right = all_in_branches(x)
    sum_9 = left + right if yes else left * right
results += missing(tape.gradient(tf.square(sum_9) if not yes else sum_9, names))
with tf.GradientTape() as tape:
    loss, logits = loss_and_logits(x)
results += missing(tape.gradient(loss, names))
with tf.GradientTape() as tape:
    loss_2 = named_alike(x).main
results += missing(tape.gradient(loss_2, names))
with tf.GradientTape() as tape:
    loss_3 = main_of([single(x), x])
results += missing(tape.gradient(loss_3, names))
