import tensorflow as tf


class Agent:
    def __init__(self):
        self.network = tf.Module()
        self.network.w = tf.Variable(2.0)
        self.scale = tf.constant(1.0)
        self.shift = tf.constant(0.0)
        self.weight = tf.constant(3.0)

    def load_models(self):
        self.scale = tf.constant(4.0)

    def restore(self):
        self.shift = tf.constant(5.0)

    def swap_weights(self):
        self.weight = tf.constant(6.0)

    # tf: same
    def scaled(self, x):  # expect: convert unsafe
        return x * self.scale

    # tf: same
    def shifted(self, x):  # expect: convert unsafe
        return x + self.shift

    # tf: same
    def weighted(self, x):  # expect: HYB104
        return x * self.weight


class Loading:
    def __init__(self):
        self.scale = tf.constant(1.0)

    def load_models(self):
        self.scale = tf.constant(4.0)

    # tf: differs
    def scaled(self, x):  # expect: HYB104
        return x * self.scale


agent = Agent()
for _ in range(2):
    agent.scaled(tf.constant(1.0))
    agent.shifted(tf.constant(1.0))
    agent.weighted(tf.constant(1.0))

loading = Loading()
for _ in range(2):
    loading.scaled(tf.constant(1.0))
    loading.load_models()
