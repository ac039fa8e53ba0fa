"""Modules behind `getattr`, a question encoded before the program runs, logits behind it."""

import tensorflow as tf


class Network(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable(tf.reshape(tf.linspace(-0.5, 0.5, 9), [3, 3]))
        self.v = tf.Variable(tf.reshape(tf.linspace(0.25, -0.5, 9), [3, 3]))
        self.head = tf.Variable(tf.reshape(tf.linspace(-1.0, 1.0, 6), [3, 2]))

    def turn(self, state):
        return tf.tanh(tf.matmul(state, self.w))

    def move(self, state):
        return state + tf.tanh(tf.matmul(state, self.v))

    def run(self, program, question):
        operations = {"turn": self.turn, "move": self.move}
        state = tf.tanh(question)
        for name in program:
            state = operations[name](state)
        return tf.nn.log_softmax(tf.matmul(state, self.head))


def step(network, samples):
    with tf.GradientTape() as tape:
        logits = tf.concat([network.run(program, question) for program, question in samples], 0)
        loss = -tf.reduce_mean(logits[:, 0])
    return loss, tape.gradient(loss, [network.w, network.v, network.head])


loss, gradients = step(
    Network(),
    [
        (["turn", "move"], tf.constant([[0.5, 0.25, -0.5]])),
        (["move", "move", "turn"], tf.constant([[0.1, -0.25, 0.5]])),
        ([], tf.constant([[0.3, 0.2, 0.1]])),
        (["turn"], tf.constant([[1.0, 0.0, -1.0]])),
    ],
)
