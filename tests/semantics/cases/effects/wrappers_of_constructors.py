from functools import wraps

import tensorflow as tf


def configured(function):
    @wraps(function)
    def wrapper(self, settings):
        self.scale = settings["scale"]
        function(self)

    return wrapper


def turned(function):
    @wraps(function)
    def wrapper(self, settings):
        self.angle = settings["angle"]
        return function(self)

    return wrapper


class Agent:
    @configured
    def __init__(self):
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
        self.model.build([None, 4])

    def act(self, x):  # fact: verdict=convert
        return self.scale * self.model(x)

    def look(self, x):  # fact: verdict=keep
        return self.angle * self.model(x)

    @turned
    def turn(self):
        return None


def run(agent: Agent):
    for _ in range(10):
        agent.turn({"angle": 2.0})
        print(agent.act(tf.ones([8, 4])), agent.look(tf.ones([8, 4])))
