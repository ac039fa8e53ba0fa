"""Neural module network: a program is a list of module names, and running it is a loop of calls.

Programs differ in length and content from sample to sample, so each one builds its own computation.
"""

import argparse

import keras
import numpy as np
import tensorflow as tf

from modules import make_modules

UNITS = 8
ROWS = 4
EXACT = {"double": lambda v: v + v, "negate": lambda v: -v, "look": lambda v: v, "keep": lambda v: v / 2}


class Interpreter:
    def __init__(self, modules):
        self.modules = modules
        self.answer = tf.Variable(tf.random.normal([UNITS, 1], stddev=0.3))
        self.variables = [self.answer]
        for module in modules.values():
            self.variables.extend(module.trainable_variables)
        self.calls = {name: 0 for name in modules}

    def run(self, program, memory, context):
        for name in program:
            memory = self.modules[name](memory, context)
            self.calls[name] += 1
        return tf.matmul(memory, self.answer)[0, 0]

    def loss(self, samples):
        errors = []
        for program, memory, context, target in samples:
            errors.append(tf.square(self.run(program, memory, context) - target))
        return tf.add_n(errors) / len(samples)


def make_sample(rng):
    program = rng.choice(sorted(EXACT), size=rng.integers(1, 5)).tolist()
    memory = rng.normal(size=(1, UNITS)).astype("float32")
    context = rng.normal(size=(ROWS, UNITS)).astype("float32")
    value = memory[0, 0]
    for name in program:
        value = EXACT[name](value)
    return program, tf.constant(memory), tf.constant(context), np.tanh(value)


def update(variables, gradients, rate=0.05):
    for variable, gradient in zip(variables, gradients):
        if gradient is not None:
            variable.assign_sub(rate * gradient)


def train(interpreter, rng, steps, batch_size):
    losses = []
    for step in range(1, steps + 1):
        samples = [make_sample(rng) for _ in range(batch_size)]
        with tf.GradientTape() as tape:
            loss = interpreter.loss(samples)
        update(interpreter.variables, tape.gradient(loss, interpreter.variables))
        if step % max(1, steps // 10) == 0:
            losses.append(float(loss))
            longest = max(samples, key=lambda sample: len(sample[0]))[0]
            print("step", step, "loss", round(losses[-1], 4), "longest program", " ".join(longest))
    return losses


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("--batch-size", type=int, default=4)
    args = parser.parse_args(argv)
    keras.utils.set_random_seed(11)

    interpreter = Interpreter(make_modules(UNITS))
    losses = train(interpreter, np.random.default_rng(7), args.steps, args.batch_size)
    for name, count in interpreter.calls.items():
        print(f"{name:8} called {count} times")
    return {"losses": losses, "calls": [float(n) for n in interpreter.calls.values()]}


if __name__ == "__main__":
    print(main())
