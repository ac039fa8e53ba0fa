"""Arrays that change between calls and that nested functions read: given to the function, or not."""

import numpy as np
import tensorflow as tf

WEIGHT = tf.Variable([1.0, 2.0, 3.0])
OPTIMIZER = tf.keras.optimizers.SGD(0.01)


class Buffer:
    def __init__(self):
        self.states = np.zeros(3, np.float32)
        self.rewards = np.zeros(3, np.float32)

    def store(self, number):
        self.states[number] = number + 1.0
        self.rewards[number] = number * 2.0

    def get(self):
        return self.states, self.rewards


BUFFER = Buffer()


def squared(states, rewards):
    return tf.reduce_mean((WEIGHT * states - rewards) ** 2)


def minimised(loss):
    with tf.GradientTape() as tape:
        value = loss()
    OPTIMIZER.apply_gradients([(tape.gradient(value, WEIGHT), WEIGHT)])
    return value


# tf: same
def given(states, rewards):  # expect: convert
    def loss():
        return squared(states, rewards)

    return minimised(loss) + loss()


# tf: same
def given_to_a_lambda(states):  # expect: convert
    scaled = states * 2.0
    return tf.reduce_sum((lambda: WEIGHT * scaled + states)())


# tf: same
def given_and_handed_on(states, rewards):  # expect: convert
    return minimised(lambda: squared(states, rewards))


# tf: differs
def taken(x):  # expect: HYB104
    states, rewards = BUFFER.get()

    def loss():
        return squared(states, rewards)

    return loss() * x


# tf: differs
def of_the_module(states):  # expect: HYB104
    def loss():
        return squared(states, BUFFER.rewards)

    return loss()


def made(states):
    # tf: differs
    def inner(x):  # expect: HYB104
        return tf.reduce_sum(WEIGHT * states) * x

    return inner


# tf: raises TypeError "TypeError: 'SymbolicTensor' object does not support item ass"
def changed_inside(states):  # expect: HYB102
    def loss():
        states[0] = 5.0
        return tf.reduce_sum(WEIGHT * states)

    return loss()


class Sums:
    def __init__(self):
        self.total = np.zeros(3, np.float32)

    # tf: raises NotImplementedError "NotImplementedError: Cannot convert a symbolic tf.Tensor (st"
    def with_numpy(self, states):  # expect: HYB107
        def loss():
            return tf.reduce_sum(WEIGHT * np.cumsum(states))

        return loss()

    # tf: raises TypeError "TypeError: Input 'y' of 'Mul' Op has type float64 that does "
    def of_another_dtype(self, states):  # expect: HYB114
        def loss():
            return tf.reduce_sum(WEIGHT * states)

        return loss()

    # tf: raises AttributeError "AttributeError: 'SymbolicTensor' object has no attribute 'cu"
    def with_a_method(self, states):  # expect: HYB106
        loss = lambda: tf.reduce_sum(WEIGHT * states.cumsum())
        return loss()


inner = made(BUFFER.states)
sums = Sums()
for number in range(3):
    BUFFER.store(number)
    given(*BUFFER.get())
    given_to_a_lambda(BUFFER.states)
    given_and_handed_on(*BUFFER.get())
    taken(tf.constant(1.0))
    of_the_module(BUFFER.states)
    inner(tf.constant(2.0))
    changed_inside(np.ones(3, np.float32))
    sums.with_numpy(BUFFER.states)
    sums.of_another_dtype(np.ones(3))
    sums.with_a_method(BUFFER.states)
