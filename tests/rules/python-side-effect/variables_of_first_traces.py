"""Variables and layers that the first trace of a `tf.function` makes and keeps, which every run reads."""

import tensorflow as tf


class Holder:
    def __init__(self):
        self.total = None
        self.calls = 0

    # tf: same
    @tf.function
    def add(self, x):  # expect: keep
        if self.total is None:
            self.total = tf.Variable(0.0)
        self.total.assign_add(x)
        return self.total + x

    @tf.function
    def count(self, x):  # expect: HYB102 "attribute `calls` of a `Holder` is set"
        self.calls += 1
        return x * 2.0


holder = Holder()
RESULTS = [holder.add(tf.constant(1.0)), holder.add(tf.constant(2.0)), holder.count(tf.constant(1.0))]
RESULTS.append(holder.calls)


class Metrics:
    def __init__(self):
        self.means = {}

    # tf: same
    @tf.function
    def follow(self, losses):  # expect: HYB108
        for name, loss in losses.items():
            if name not in self.means:
                self.means[name] = tf.keras.metrics.Mean()
            self.means[name].update_state(loss)
        return losses["all"] * 2.0


metrics = Metrics()
RESULTS += [metrics.follow({"all": tf.constant(1.0)}), metrics.follow({"all": tf.constant(3.0)})]
RESULTS += [metrics.means["all"].result()]
