"""A tape that watches an argument which another argument holds, too: a graph has a tensor of its own for each."""

import tensorflow as tf


# tf: raises TypeError "TypeError: unsupported operand type(s) for +: 'NoneType' and"
def of_an_element(inputs, wrt):  # expect: HYB105
    with tf.GradientTape() as tape:
        tape.watch(wrt)
        cost = tf.reduce_sum(inputs[0] ** 2.0)
    return tape.gradient(cost, wrt) + 1.0


# tf: raises TypeError "TypeError: unsupported operand type(s) for +: 'NoneType' and"
def of_a_list_made_there(inputs, wrt):  # expect: HYB105
    with tf.GradientTape() as tape:
        tape.watch(wrt)
        cost = tf.reduce_sum(inputs[0] ** 2.0)
    return tape.gradient(cost, wrt) + 1.0


# tf: raises TypeError "TypeError: unsupported operand type(s) for +: 'NoneType' and"
def of_a_second_name(x, wrt):  # expect: HYB105
    with tf.GradientTape() as tape:
        tape.watch(wrt)
        cost = tf.reduce_sum(x ** 2.0)
    return tape.gradient(cost, wrt) + 1.0


# tf: same
def of_two_tensors(inputs, wrt):  # expect: convert
    with tf.GradientTape() as tape:
        tape.watch(wrt)
        cost = tf.reduce_sum(inputs[0] * wrt)
    return tape.gradient(cost, wrt) + 1.0


def attribute(data):
    inputs = [tf.convert_to_tensor(data * 2.0)]
    return of_an_element(inputs, wrt=inputs[0])


x, other = tf.constant([1.0, 2.0]), tf.constant([3.0, 4.0])
y = other
attribute(tf.constant([1.0, 2.0]))
of_a_list_made_there([x], x)
of_a_second_name(other, y)
of_two_tensors([x], other)
