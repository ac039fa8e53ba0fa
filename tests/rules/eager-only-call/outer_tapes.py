"""Methods of a tape that was made outside: a graph calls them while it is traced, and the tape records the call itself."""

import tensorflow as tf

weight = tf.Variable(2.0)
results = []


def gradient_of(tape, loss, variables):  # expect: HYB106, HYB120
    return tape.gradient(loss, variables)


def stopping(x):
    with tf.GradientTape() as tape:

        # tf: differs
        def stopped(x):  # expect: HYB106
            with tape.stop_recording():
                return weight * x

        loss = stopped(x) + weight
    results.append(tape.gradient(loss, weight))


def watching(x):
    with tf.GradientTape() as tape:

        # tf: differs
        def watched(y):  # expect: HYB106
            tape.watch(y)
            return y * y

        loss = watched(x)
    results.append(tape.gradient(loss, x))


def backward(x):
    with tf.GradientTape(persistent=True) as tape:
        loss = tf.exp(weight * x)

    # tf: same
    def gradient(scale):  # expect: convert unsafe
        return tape.gradient(loss, weight) * scale

    results.append(gradient(tf.constant(0.5)))


# tf: same
def step(x):  # expect: convert
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = tf.square(weight * x)
    return gradient_of(tape, loss, [x])[0] * 2.0


for _ in range(2):
    stopping(tf.constant(3.0))
    watching(tf.constant(3.0))
    backward(tf.constant(3.0))
    results.append(step(tf.constant(3.0)))
