"""What a setter changes of the object that it is called on says nothing of other objects of the class."""

import tensorflow as tf


class Network:
    def __init__(self):
        self.weights = [tf.Variable(1.0), tf.Variable(2.0)]
        self.pairs = list(self.weights)

    def replace(self, values):
        self.weights = [tf.Variable(value) for value in values]
        self.pairs = list(self.weights)

    def child(self):
        other = Network()
        other.replace([2.0 * w for w in self.weights])
        return other

    def run(self, x):
        first, second = self.pairs
        return x * first + second


class Owner:
    def __init__(self):
        self.network = Network()

    # The receiver is another object than the one that changes.
    def renew(self):
        self.network.weights = [tf.Variable(3.0), tf.Variable(4.0)]
        self.network.pairs = self.network.weights


network, changing, owner = Network(), Network(), Owner()
owned = owner.network


# tf: same
@tf.function
def kept(x):  # expect: keep
    return network.run(x)


# tf: differs
@tf.function
def renewed(x):  # expect: HYB104
    return changing.run(x)


# tf: differs
@tf.function
def of_owner(x):  # expect: HYB104
    return owned.run(x)


value = tf.constant(1.0)
RESULTS = []
for _ in range(3):
    RESULTS += [kept(value), renewed(value), of_owner(value)]
    other = network
    for _ in range(2):
        other = other.child()
        RESULTS.append(other.run(value))
    changing.replace([0.5, 0.25])
    owner.renew()
last = Network()
last.run(value)
last.replace([5.0, 6.0])
network = last
