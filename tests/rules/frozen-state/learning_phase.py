"""Keras 2 has a learning phase, which layers follow that no call tells whether they train: a graph keeps the first one."""

import tensorflow as tf

TOLD = tf.keras.layers.BatchNormalization(momentum=0.5)
TOLD.build([None, 2])
NETWORK = tf.keras.Sequential([tf.keras.layers.BatchNormalization(momentum=0.5, name="norm")])
NORM = tf.keras.layers.BatchNormalization(momentum=0.5)
NORM.build([None, 2])


def set_phase(value):
    if hasattr(tf.keras.backend, "set_learning_phase"):
        tf.keras.backend.set_learning_phase(value)


class Untold(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.norm = tf.keras.layers.BatchNormalization(momentum=0.5)
        self.norm.build([None, 2])

    # tf: same
    # tf_keras: differs
    def call(self, x):  # expect: HYB104
        return tf.nn.relu(self.norm(x)) * 2.0


class Handed(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.norm = tf.keras.layers.BatchNormalization(momentum=0.5)
        self.norm.build([None, 2])

    # tf: same
    # tf_keras: same
    def call(self, x, training=False):  # expect: convert
        return tf.nn.relu(self.norm(x, training=training)) * 2.0


UNTOLD, HANDED = Untold(), Handed()


# tf: same
# tf_keras: differs
def network(x):  # expect: HYB104
    return tf.nn.relu(NETWORK(x)) + 1.0


# tf: same
# tf_keras: differs
def alone(x):  # expect: HYB104
    return tf.nn.relu(NORM(x)) + 1.0


# tf: same
# tf_keras: same
def told(x):  # expect: convert
    return tf.nn.relu(TOLD(x, training=True)) + 1.0


# tf: same
# tf_keras: same
def told_network(x):  # expect: convert
    return tf.nn.relu(NETWORK(x, training=False)) + 1.0


X = tf.constant([[1.0, -2.0], [3.0, 5.0]])
for phase in (1, 0, 1, 0):
    set_phase(phase)
    UNTOLD(X)
    HANDED(X, training=True)
    network(X)
    alone(X)
    told(X)
    told_network(X)
