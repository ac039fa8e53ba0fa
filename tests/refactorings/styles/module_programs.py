"""Programs as lists of module names, run on a stack of attention maps."""

import tensorflow as tf

modules = {name: tf.Variable(tf.eye(3) * (i + 1.0)) for i, name in enumerate(["find", "and", "answer"])}


def find(x):
    return tf.tanh(tf.matmul(x, modules["find"]))


def both(a, b):
    return tf.tanh(tf.matmul(a * b, modules["and"]))


def answer(x):
    return tf.matmul(x, modules["answer"])


def execute(program, image):
    name, *arguments = program
    values = [execute(argument, image) for argument in arguments]
    if name == "find":
        return find(image)
    if name == "and":
        return both(values[0], values[1])
    return answer(values[0])


def step(programs, images):
    with tf.GradientTape() as tape:
        results = [execute(program, image) for program, image in zip(programs, images)]
        loss = tf.reduce_sum(tf.concat(results, 0) ** 2)
    return loss, [tf.convert_to_tensor(g) for g in tape.gradient(loss, list(modules.values()))]


PROGRAMS = [("answer", ("and", ("find",), ("find",))), ("answer", ("find",))]
loss, gradients = step(PROGRAMS, [tf.ones([1, 3]), tf.fill([1, 3], 0.5)])
