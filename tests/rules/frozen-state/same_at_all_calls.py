"""Modes that a program sets before it calls one function and another: each function sees one value, or more."""

import tensorflow as tf


class Net:
    def __init__(self):
        self.weight = tf.Variable([1.0, 2.0])
        self.scale = 1.0

    def __call__(self, x):
        return x * self.weight * self.scale

    def train(self):
        """Noise is on."""
        self.scale = 2.0
        return self

    def eval(self):
        self.scale = 3.0


net, other, shared = Net(), Net(), Net()
alias = shared


# tf: same
def step(x):  # expect: convert unsafe
    return net(x) + 1.0


# tf: same
def test(x):  # expect: convert unsafe
    return net(x) - 1.0


# tf: differs
def in_both_modes(x):  # expect: HYB104
    return net(x) * 2.0


# tf: differs
def in_turns(x):  # expect: HYB104
    return other(x) * 2.0


for epoch in range(3):
    net.train()
    for _ in range(2):
        print(step(tf.ones([2])), in_both_modes(tf.ones([2])))
    net.eval()
    print(test(tf.ones([2])), in_both_modes(tf.ones([2])))
    if epoch == 1:
        other.scale = 5.0
    print(in_turns(tf.ones([2])))
