"""Losses of packages for TensorFlow that cannot be seen: their objects compute, and have no state."""

import tensorflow as tf

try:
    from tf_house.losses import FocalCrossEntropy, belief_loss
except ImportError:
    FocalCrossEntropy = tf.keras.losses.BinaryCrossentropy
    belief_loss = tf.keras.losses.binary_crossentropy

try:
    from tf_house.kernels import Kernel
except ImportError:

    class Kernel:
        def __init__(self):
            self.scale = tf.Variable(2.0)

        def __call__(self, x):
            return x * self.scale


# tf: same
def made_in_the_step(x, y):  # expect: convert unsafe
    loss = FocalCrossEntropy(from_logits=True)
    return tf.reduce_mean(loss(y, x))


# tf: same
def given_tensors(x, y):  # expect: convert unsafe
    return tf.reduce_mean(belief_loss(y, tf.sigmoid(x)))


# tf: raises ValueError "ValueError: "
def of_kernels(x, y):  # expect: HYB108
    return Kernel()(x) * y


x, y = tf.constant([[1.0, -2.0]]), tf.constant([[1.0, 0.0]])
for _ in range(3):
    for function in (made_in_the_step, given_tensors, of_kernels):
        function(x, y)
