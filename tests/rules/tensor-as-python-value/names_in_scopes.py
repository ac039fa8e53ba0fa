"""Variables that are made in a graph below `with_name_scope`, whose names lose the scope."""

import tensorflow as tf


class Net(tf.Module):
    def __init__(self, name=None):
        super().__init__(name=name)
        self.w = None

    # tf: differs
    @tf.Module.with_name_scope
    def __call__(self, x):  # expect: HYB105
        if self.w is None:
            self.w = tf.Variable(tf.ones([2]), name="w")
        return x * self.w


class Early(tf.Module):
    def __init__(self):
        super().__init__(name="early")
        with self.name_scope:
            self.w = tf.Variable(tf.ones([2]), name="w")

    # tf: same
    @tf.Module.with_name_scope
    def __call__(self, x):  # expect: convert
        return x * self.w


net, early = Net(name="net"), Early()
results = [net(tf.ones([2])), early(tf.ones([2])), net.w.name, early.w.name]
