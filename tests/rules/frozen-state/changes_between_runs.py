"""Steps that every run of a training defines anew: what changes between two runs, or before the step is defined, is read anew."""

import tensorflow as tf


class Trainer:
    def __init__(self):
        self.rate = 1.0
        self.scale = 1.0
        self.step = None
        self.callbacks = []

    def set_up(self, rate):
        self.rate = rate

    def choose(self, scale):
        self.scale = scale

    def decay(self, factor=0.5):
        self.rate = self.rate * factor

    def after_turn(self):
        self.decay()

    def sets_before(self, batches, rate):
        self.set_up(rate)

        # tf: same
        def step(x):  # expect: convert unsafe HYB137
            return tf.reduce_sum(x * self.rate)

        return [step(x) for x in batches] + [step(batches[0])]

    def reads_what_others_set(self, batches):
        # tf: same
        def step(x):  # expect: convert unsafe HYB137
            return tf.reduce_sum(x * self.scale)

        total = 0.0
        for x in batches:
            total += step(x)
        return total

    def sets_in_the_loop(self, batches):
        # tf: differs
        def step(x):  # expect: HYB104, HYB137
            return tf.reduce_sum(x * self.rate)

        total = 0.0
        for x in batches:
            total += step(x)
            self.decay()
        return total

    def sets_in_a_helper(self, batches):
        # tf: differs
        def step(x):  # expect: HYB104, HYB137
            return tf.reduce_sum(x * self.rate)

        total = 0.0
        for x in batches:
            total += step(x)
            self.after_turn()
        return total

    def sets_by_map(self, batches):
        # tf: differs
        def step(x):  # expect: HYB104, HYB137
            return tf.reduce_sum(x * self.rate)

        total = 0.0
        for x in batches:
            total += step(x)
            list(map(self.decay, [0.5]))
        return total

    def keeps_the_step(self, batches):
        # tf: differs
        def step(x):  # expect: HYB104, HYB137
            return tf.reduce_sum(x * self.scale)

        if self.step is None:
            self.step = step
        total = 0.0
        for x in batches:
            total += self.step(x)
        return total

    def calls_back(self, batches):
        # tf: differs
        def step(x):  # expect: HYB104, HYB137
            return tf.reduce_sum(x * self.rate)

        total = 0.0
        for x in batches:
            total += step(x)
            for callback in self.callbacks:
                callback(0.5)
        return total

    def defines_after_the_change(self, batches):
        total = 0.0
        for x in batches:
            self.decay()

            # tf: same
            def step(x):  # expect: HYB104, HYB137
                return tf.reduce_sum(x * self.rate)

            total += step(x) + step(x)
        return total

    def changes_in_the_step_of_another(self, batches):
        # tf: differs
        def step(x):  # expect: HYB104
            return tf.reduce_sum(x * self.scale)

        def other(x):
            self.choose(self.scale + 1.0)
            return x

        total = 0.0
        for x in batches:
            total += step(other(x))
        return total


batches = [tf.constant([1.0, 2.0]), tf.constant([3.0, 4.0])]
trainer = Trainer()
RESULTS = []
for rate in (1.0, 3.0):
    RESULTS.append(trainer.sets_before(batches, rate))
    trainer.choose(rate)
    RESULTS.append(trainer.reads_what_others_set(batches))
    RESULTS.append(trainer.sets_in_the_loop(batches))
    trainer.set_up(rate)
    RESULTS.append(trainer.sets_in_a_helper(batches))
    trainer.set_up(rate)
    RESULTS.append(trainer.sets_by_map(batches))
    RESULTS.append(trainer.keeps_the_step(batches))
    RESULTS.append(trainer.changes_in_the_step_of_another(batches))
    RESULTS.append(trainer.defines_after_the_change(batches))
    trainer.callbacks.append(trainer.decay)
    RESULTS.append(trainer.calls_back(batches))
