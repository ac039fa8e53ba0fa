"""Optimizers that a function is given: always the one of its object, or of the run around it, or another one in a later trace."""

import tensorflow as tf

X = tf.constant([1.0, 2.0])
WEIGHT = tf.Variable([1.0, 2.0])
DEFAULT = tf.Variable([1.0, 2.0])


def gradient(weight, x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(weight * x)) + tf.reduce_sum(tf.exp(weight))
    return tape.gradient(loss, weight)


# tf: same
def by_default(x, optimizer=tf.keras.optimizers.Adam(0.1)):  # expect: convert
    optimizer.apply_gradients([(gradient(DEFAULT, x), DEFAULT)])
    return tf.reduce_sum(x * DEFAULT)


# tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
def by_default_or_another(x, optimizer=tf.keras.optimizers.Adam(0.1)):  # expect: HYB108
    optimizer.apply_gradients([(gradient(WEIGHT, x), WEIGHT)])
    return tf.reduce_sum(x * WEIGHT)


class Agent:
    def __init__(self):
        self.weight = tf.Variable([1.0, 2.0])
        self.optimizer = tf.keras.optimizers.Adam(0.1)
        self.second = tf.keras.optimizers.Adam(0.1)

    # tf: same
    def step(self, optimizer, x):  # expect: convert
        optimizer.apply_gradients([(gradient(self.weight, x), self.weight)])
        return tf.reduce_sum(x * self.weight)

    def update(self, x):
        return self.step(self.optimizer, x)

    def _apply(self, optimizer, x):
        optimizer.apply_gradients([(gradient(self.weight, x), self.weight)])
        return tf.reduce_sum(x * self.weight)

    # tf: same
    def below(self, x):  # expect: convert
        return self._apply(self.second, x) * 2.0


class Replacing:
    def __init__(self):
        self.weight = tf.Variable([1.0, 2.0])
        self.optimizer = tf.keras.optimizers.Adam(0.1)

    # tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
    def step(self, optimizer, x):  # expect: HYB108
        optimizer.apply_gradients([(gradient(self.weight, x), self.weight)])
        return tf.reduce_sum(x * self.weight)

    def update(self, x):
        loss = self.step(self.optimizer, x)
        self.optimizer = tf.keras.optimizers.Adam(0.1)
        return loss


class Giving:
    def __init__(self):
        self.weight = tf.Variable([1.0, 2.0])

    @property
    def optimizer(self):
        return tf.keras.optimizers.Adam(0.1)

    # tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
    def step(self, optimizer, x):  # expect: HYB108
        optimizer.apply_gradients([(gradient(self.weight, x), self.weight)])
        return tf.reduce_sum(x * self.weight)

    def update(self, x):
        return self.step(self.optimizer, x)


class Model:
    def __init__(self):
        self.weight = tf.Variable([1.0, 2.0])
        self.optimizer = tf.keras.optimizers.Adam(0.1)

    # tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
    def one_of_list(self, optimizer, x):  # expect: HYB108
        optimizer.apply_gradients([(gradient(self.weight, x), self.weight)])
        return tf.reduce_sum(x * self.weight)

    # tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
    def of_another(self, optimizer, x):  # expect: HYB108
        optimizer.apply_gradients([(gradient(self.weight, x), self.weight)])
        return tf.reduce_sum(x * self.weight)

    # tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
    def of_factory(self, optimizer, x):  # expect: HYB108
        optimizer.apply_gradients([(gradient(self.weight, x), self.weight)])
        return tf.reduce_sum(x * self.weight)


def run(x):
    weight = tf.Variable([1.0, 2.0])
    optimizer = tf.keras.optimizers.Adam(0.1)

    # tf: same
    def step(optimizer, x):  # expect: convert unsafe
        optimizer.apply_gradients([(gradient(weight, x), weight)])
        return tf.reduce_sum(x * weight)

    for _ in range(2):
        step(optimizer, x)


def run_anew(x):
    weight = tf.Variable([1.0, 2.0])
    optimizer = tf.keras.optimizers.Adam(0.1)

    # tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
    def step(optimizer, x):  # expect: HYB108
        optimizer.apply_gradients([(gradient(weight, x), weight)])
        return tf.reduce_sum(x * weight)

    for _ in range(2):
        step(optimizer, x)
        optimizer = tf.keras.optimizers.Adam(0.1)


def make():
    return tf.keras.optimizers.Adam(0.1)


for _ in range(3):
    by_default(X)
by_default_or_another(X)
by_default_or_another(X, tf.keras.optimizers.Adam(0.1))
agents = [Agent() for _ in range(2)]
for each in (*agents, Replacing(), Replacing(), Giving(), Giving()):
    for _ in range(2):
        each.update(X)
for agent in agents:
    agent.below(X)
models = [Model() for _ in range(2)]
optimizers = [tf.keras.optimizers.Adam(0.1) for _ in range(6)]
for number, model in enumerate(models):
    for other in range(2):
        model.one_of_list(optimizers[2 * number + other], X)
        model.of_factory(make(), X)
third, fourth = Model(), Model()
third.of_another(third.optimizer, X)
third.of_another(fourth.optimizer, X)
for _ in range(2):
    run(X)
    run_anew(X)
