"""An optimizer or a loss that a model gets as an attribute is no part of it: the lists of its variables stay as they are."""

import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.dense(x)


class Scaled(tf.Module):
    def __init__(self):
        super().__init__()
        self.weight = tf.Variable(2.0)


# tf: same
def loss_of(x):  # expect: convert
    return tf.add_n([tf.reduce_sum(tf.square(v)) for v in net.trainable_variables]) + tf.reduce_sum(x)


# tf: same
def loss_of_module(x):  # expect: convert
    return tf.add_n([tf.square(v) for v in scaled.trainable_variables]) * tf.reduce_sum(x)


# tf: differs
def loss_of_growing(x):  # expect: HYB104
    return tf.add_n([tf.reduce_sum(tf.square(v)) for v in growing.trainable_variables]) + tf.reduce_sum(x)


# tf: differs
def loss_of_changing(x):  # expect: HYB104
    return tf.add_n([tf.reduce_sum(tf.square(v)) for v in changing.trainable_variables]) + tf.reduce_sum(x)


def prepare(model, rate):
    model.optimizer = tf.keras.optimizers.Adam(rate)
    model.loss_object = tf.keras.losses.MeanSquaredError()
    model.optimizer.build(model.trainable_variables)


net, growing, changing, scaled = Net(), Scaled(), Scaled(), Scaled()
net(tf.ones([2, 3]))
for rate in (0.1, 0.01):
    x = tf.ones([2, 3])
    loss_of(x), loss_of_module(x), loss_of_growing(x), loss_of_changing(x)
    prepare(net, rate)
    scaled.optimizer = tf.keras.optimizers.SGD(rate)
    growing.more = Scaled()
    changing.scale = tf.Variable(rate)
    loss_of(x), loss_of_module(x), loss_of_growing(x), loss_of_changing(x)
