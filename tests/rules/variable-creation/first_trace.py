"""Layers that a graph builds while it is traced for the first time: it may, and computes what eager code does."""

import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = tf.keras.layers.Dense(3, activation="tanh")
        self.out = tf.keras.layers.Dense(1)

    def call(self, x, training=None):
        return self.out(self.hidden(x))


class Deep(tf.keras.Model):
    def __init__(self, depth):
        super().__init__()
        self.depth = depth
        self.widen = depth > 1
        self.parts = [tf.keras.layers.Dense(2) for _ in range(depth)]
        self.norm = tf.keras.layers.BatchNormalization()
        self.out = tf.keras.layers.Dense(4)

    def call(self, x, training=None):
        for i in range(self.depth):
            x = self.parts[i](x)
        for part in self.parts:
            x = part(x)
        if self.widen:
            x = self.out(x)
        return self.norm(x, training=training)


# tf: same, traces 3
# tf_keras: same, traces 3
def other_lengths(x):  # expect: convert
    return plain(x)


# tf: same
# tf_keras: same
def in_tensor_branch(x):  # expect: convert
    if tf.reduce_sum(x) > 0:
        y = branch(x)
    else:
        y = x[:, :1]
    return y


# tf: same
# tf_keras: same
def in_tensor_loop(x):  # expect: convert
    for _ in tf.range(2):
        x = x + repeated(x)
    return x


# tf: same
# tf_keras: same
def in_callback(x):  # expect: convert
    return tf.cond(tf.reduce_sum(x) > 0, lambda: called_back(x), lambda: x[:, :1])


# tf: same
# tf_keras: same
def in_python_loop(models, x):  # expect: convert
    return [model(x) for model in models]


# tf: same
# tf_keras: same
def deep_one(x):  # expect: convert
    return deep(x, training=True)


plain, branch, repeated, called_back, deep = Net(), Net(), Net(), Net(), Deep(3)
x = tf.random.stateless_uniform([4, 2], [1, 2])
other_lengths(x)
other_lengths(tf.ones([5, 2]))
in_tensor_branch(x)
in_tensor_branch(-x)
in_tensor_loop(x)
in_callback(x)
in_python_loop([Net(), Net()], x)
deep_one(x)
