"""Branches on tensors in what Keras runs: Keras 2 hands it to AutoGraph inside a graph, Keras 3 does not."""

import tensorflow as tf


class Clipped(tf.keras.layers.Layer):
    def call(self, x):
        if tf.reduce_mean(x) > 0.5:
            x = x * 0.5
        return x


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.parts = [Clipped(), Clipped()]

    def call(self, x):
        for part in self.parts:
            x = part(x)
        return tf.exp(x)


class Rounded(tf.keras.losses.Loss):
    def call(self, y_true, y_pred):
        error = tf.square(y_true - y_pred)
        if tf.reduce_max(error) > 1.0:
            error = error * 0.5
        return error


clipped, net, loss = Clipped(), Net(), Rounded()
clipped_by_lambda = tf.keras.layers.Lambda(lambda x: x * 0.5 if tf.reduce_mean(x) > 0.5 else x)


# tf: raises OperatorNotAllowedInGraphError "bool"
# tf_keras: same
def of_layer(x):  # expect: HYB109
    return tf.exp(clipped(x))


# tf: raises OperatorNotAllowedInGraphError "bool"
# tf_keras: same
def of_model(x):  # expect: HYB109
    return net(x) * 2.0


# tf: raises OperatorNotAllowedInGraphError "bool"
# tf_keras: same
def of_loss(x, y):  # expect: HYB109
    return tf.exp(loss(x, y))


# tf: raises OperatorNotAllowedInGraphError "bool"
# tf_keras: raises OperatorNotAllowedInGraphError "bool"
def of_lambda(x):  # expect: HYB109
    return tf.exp(clipped_by_lambda(x))


results = []
for scale in (0.1, 2.0, 4.0):
    x = tf.ones([2, 2]) * scale
    results += [of_layer(x), of_model(x), of_loss(x, x * 0.5), of_lambda(x)]
