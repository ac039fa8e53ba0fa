"""What a function sets before it defines another one, which it alone calls: graphs are made anew, and hold it."""

import tensorflow as tf


class Trainer:
    def __init__(self):
        self.weight = tf.Variable(1.0)
        self.rate = 0.5
        self.decay = 0.5

    def train(self, rate, steps):
        self.rate = rate

        # tf: same
        def step(x):  # expect: convert unsafe
            self.weight.assign_sub(self.rate * x)
            return self.weight * x

        for _ in range(steps):
            print(step(tf.constant(1.0)))

    def kept(self, rate):
        self.decay = rate

        # tf: differs
        def decayed(x):  # expect: HYB104
            return self.decay * x * x

        return decayed

    def set_up(self, scale):
        self.scale = scale

    def scaled(self, scale):
        self.set_up(scale)

        # tf: same
        def scaling(x):  # expect: convert unsafe
            return self.scale * x * x

        print(scaling(tf.constant(3.0)))

    def changed_in_turns(self, rates):
        self.offset = 0.0

        # tf: differs
        def moved(x):  # expect: HYB104
            return self.offset + x * x

        for rate in rates:
            self.offset = rate
            print(moved(tf.constant(2.0)))


trainer = Trainer()
trainer.train(0.25, 2)
trainer.train(0.75, 2)
first = trainer.kept(0.1)
print(first(tf.constant(2.0)))
second = trainer.kept(0.9)
print(first(tf.constant(2.0)), second(tf.constant(2.0)))
trainer.scaled(2.0)
trainer.scaled(5.0)
trainer.changed_in_turns([1.0, 2.0])
