"""A stack machine: steps have arguments, and modules one or two operands."""

import tensorflow as tf

w = tf.Variable(tf.reshape(tf.linspace(-0.5, 0.5, 9), [3, 3]))
u = tf.Variable(tf.reshape(tf.linspace(0.5, -0.5, 18), [6, 3]))
objects = tf.Variable(tf.reshape(tf.linspace(-1.0, 1.0, 15), [5, 3]))


def find(index):
    return tf.tanh(objects[index][None])


def relate(state):
    return tf.tanh(tf.matmul(state, w))


def both(left, right):
    return tf.sigmoid(tf.matmul(tf.concat([left, right], 1), u))


def invert(state):
    return 1.0 - tf.nn.relu(state)


UNARY = {"relate": relate, "invert": invert}


def execute(program, state):
    stack = []
    for step, argument in program:
        if step == "find":
            stack.append(state)
            state = find(argument)
        elif step == "both":
            state = both(stack.pop(), state)
        else:
            state = UNARY[step](state)
    return state


def answers(programs):
    with tf.GradientTape() as tape:
        states = [execute(program, tf.zeros([1, 3])) for program in programs]
        loss = tf.reduce_sum(tf.concat(states, 0) ** 2)
    return loss, [tf.convert_to_tensor(g) for g in tape.gradient(loss, [w, u, objects])]


PROGRAMS = [
    [("find", 0), ("relate", None), ("find", 3), ("both", None)],
    [("find", 1), ("find", 2), ("both", None), ("relate", None), ("relate", None)],
    [("find", 4)],
    [("find", 2), ("relate", None), ("invert", None)],
]
loss, gradients = answers(PROGRAMS)
