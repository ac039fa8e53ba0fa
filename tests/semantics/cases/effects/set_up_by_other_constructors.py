import tensorflow as tf


class Learner:
    """Its network is made by `setup`, as `__init__` or `from_config` runs it."""

    def __init__(self, spaces=None, units=4):
        self.units = units
        if spaces is not None:
            self.setup(spaces)

    def setup(self, spaces):
        self.agent = tf.keras.Sequential([tf.keras.layers.Dense(self.units)])
        self.agent.build([None, spaces])

    @classmethod
    def from_config(cls, config):
        self = cls(None, config["units"])
        self.setup(config["spaces"])
        return self

    def values(self, x):  # fact: verdict=convert
        return tf.nn.softmax(self.agent(x))


class Changing:
    def __init__(self, spaces):
        self.setup(spaces)

    def setup(self, spaces):
        self.scale = float(spaces)

    def advance(self):
        self.setup(self.scale + 1.0)

    def values(self, x):  # fact: verdict=keep
        return tf.nn.softmax(x * self.scale)


def evaluate(learner: Learner, changing: Changing, steps: int = 10):
    for _ in range(steps):
        changing.advance()
        print(learner.values(tf.ones([8, 4])), changing.values(tf.ones([8, 4])))
