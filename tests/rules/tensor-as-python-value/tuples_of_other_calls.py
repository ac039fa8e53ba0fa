"""What other calls pass as a tuple of two is unpacked: a tensor of which nothing is known is not what that is for."""

import json

import tensorflow as tf

OPTIONS = json.loads('{"conditional": true}')


class Norm(tf.keras.layers.Layer):
    def build(self, _):
        self.scale = self.add_weight(shape=[4], initializer="ones")

    def call(self, inputs):
        x, index = inputs
        return x * tf.gather(self.scale, index)[:, None]


norm = Norm()
norm.build(None)


# tf: same
def conditioned(x, index):  # expect: convert unsafe
    if OPTIONS["conditional"]:
        return norm([x, index])
    return norm(tf.io.parse_tensor(tf.io.serialize_tensor(x), tf.float32))


def halves(pair):
    first, second = pair
    return first - second


# tf: same
def of_a_tuple(x):  # expect: convert
    return halves((x, x * 2.0))


# tf: raises OperatorNotAllowedInGraphError "Iterating over a symbolic"
def of_two_rows(x):  # expect: HYB105
    return halves(tf.stack([x, x * 2.0]))


x, index = tf.ones([2, 3]), tf.constant([0, 1])
for _ in range(3):
    conditioned(x, index)
    of_a_tuple(x)
    of_two_rows(x)
