"""`with_name_scope` calls one function for all instances, so that each of them would make its variables in one graph."""

import tensorflow as tf

x = tf.ones([2, 2])


class Scoped(tf.Module):
    # tf: raises ValueError "tf.function only supports singleton tf.Variables"
    @tf.Module.with_name_scope
    def __call__(self, x):  # expect: HYB104, HYB108
        if not hasattr(self, "w"):
            self.w = tf.Variable(tf.fill([x.shape[-1], 1], 0.25))
        return tf.matmul(x, self.w)


class Single(tf.Module):
    # tf: same
    @tf.Module.with_name_scope
    def __call__(self, x):  # expect: convert
        if not hasattr(self, "w"):
            self.w = tf.Variable(tf.fill([x.shape[-1], 1], 0.25))
        return tf.matmul(x, self.w)


class Plain(tf.Module):
    # tf: same
    def __call__(self, x):  # expect: convert
        if not hasattr(self, "w"):
            self.w = tf.Variable(tf.fill([x.shape[-1], 1], 0.25))
        return tf.matmul(x, self.w)


single = Single()
RESULTS = [layer(x) for layer in (Scoped(), Scoped(), Plain(), Plain(), single, single)]
