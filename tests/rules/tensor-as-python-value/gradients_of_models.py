"""Gradients with respect to the variables of a model, on whose way stands what some call has given before."""

import tensorflow as tf


# tf: same
def prepared(x):  # expect: convert
    scaled = x * 2.0
    return scaled, tf.reduce_sum(scaled)


class Net(tf.Module):
    def __init__(self, size):
        super().__init__()
        self.w = tf.Variable(tf.ones(size))

    def __call__(self, x):
        return self.w * x


inputs, total = prepared(tf.constant([1.0, 2.0]))
net = Net(inputs.shape)

with tf.GradientTape() as tape:
    loss = tf.reduce_sum(net(inputs)) * total
gradients = tape.gradient(loss, net.trainable_variables)
print(gradients[0].numpy())


class Pair(tf.Module):
    def __init__(self, trainable):
        super().__init__()
        self.states = trainable


# tf: differs
def doubled(x):  # expect: HYB105
    h = x * 2.0
    return h, tf.reduce_sum(h * h)


with tf.GradientTape() as other:
    start = tf.constant([1.0, 2.0])
    other.watch(start)
    h, y = doubled(start)
    pair = Pair(h)
print(other.gradient(y, pair.states))
