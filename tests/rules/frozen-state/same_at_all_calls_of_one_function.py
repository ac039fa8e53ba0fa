"""Flags that one function sets around the calls of others, and the same object under two names."""

import tensorflow as tf


class Net:
    def __init__(self):
        self.weight = tf.Variable([1.0, 2.0])
        self.trained = False

    def __call__(self, x):
        return x * self.weight * (2.0 if self.trained else 3.0)


net = Net()
alias = net


# tf: same
def update(x):  # expect: HYB104
    return net(x) + 1.0


# tf: differs
def looked_at(x):  # expect: HYB104
    return net(x) - 1.0


# tf: differs
def by_another_name(x):  # expect: HYB104
    return net(x) * 4.0


def learn(x, turn):
    net.trained = True
    found = update(x)
    net.trained = False
    print(found)
    if turn:
        alias.trained = True
    print(by_another_name(x))


for turn in range(3):
    print(looked_at(tf.ones([2])))
    learn(tf.ones([2]), turn % 2)
