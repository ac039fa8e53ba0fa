"""`strategy.run` and `reduce` call functions of the program, with what they change."""

import tensorflow as tf

strategy = tf.distribute.get_strategy()
seen = []


class Trainer:
    def __init__(self):
        self.steps = 0
        self.weight = tf.Variable(1.0)

    def step(self, x):  # fact: called=true x:tensor:float32:[2] side_effects=true verdict=keep refusals=frozen-state,python-side-effect
        self.steps += 1
        return self.weight * tf.reduce_sum(x)

    def replicate(self, x):  # fact: called=true x:tensor:float32:[2] side_effects=true verdict=keep refusals=frozen-state,python-side-effect
        return strategy.run(self.step, args=(x,))


def clean(x):  # fact: called=true x:tensor:float32:[2] side_effects=false
    return x * 2.0


def keeps(x, scale):  # fact: called=true x:tensor:float32:[2] side_effects=true
    seen.append(scale)
    return x * scale


def distributed(x):  # fact: called=true x:tensor:float32:[2] side_effects=false
    return strategy.run(clean, args=(x,))


def keeping(x):  # fact: called=true x:tensor:float32:[2] side_effects=true
    return strategy.run(keeps, args=(x, 3.0))


def with_keywords(x):  # fact: called=true x:tensor:float32:[2] side_effects=true
    return strategy.run(keeps, args=(x,), kwargs={"scale": 3.0})


value = tf.constant([1.0, 2.0])
trainer = Trainer()
trainer.replicate(value)
distributed(value)
keeping(value)
with_keywords(value)
