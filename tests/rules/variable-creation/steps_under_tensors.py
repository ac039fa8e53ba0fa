"""An optimizer takes its first step in a branch on a tensor: both sides are traced with the rest of the first call."""

import tensorflow as tf


class Critic:
    def __init__(self):
        self.weight = tf.Variable([1.0, 2.0])
        self.optimizer = tf.keras.optimizers.Adam(0.1)

    # tf: differs
    def above_threshold(self, x):  # expect: convert unsafe
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.square(self.weight * x))
        if loss > 30.0:
            gradient = tape.gradient(loss, self.weight)
            self.optimizer.apply_gradients([(gradient, self.weight)])
        return loss


class Two:
    def __init__(self):
        self.weight = tf.Variable([1.0, 2.0])
        self.fast = tf.keras.optimizers.Adam(0.1)
        self.slow = tf.keras.optimizers.RMSprop(0.1)

    def _step(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.square(self.weight * x))
        self.slow.apply_gradients([(tape.gradient(loss, self.weight), self.weight)])

    # tf: differs
    def one_or_the_other(self, x):  # expect: convert unsafe
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.square(self.weight * x))
        gradient = tape.gradient(loss, self.weight)
        if tf.reduce_sum(x) > 5.0:
            self.fast.apply_gradients([(gradient, self.weight)])
        else:
            self._step(x)
        return loss


class Rows:
    def __init__(self):
        self.weight = tf.Variable([1.0, 2.0])
        self.optimizer = tf.keras.optimizers.Adam(0.1)

    # tf: same
    def in_a_loop(self, x):  # expect: convert unsafe
        for row in x:
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(tf.square(self.weight * row))
            gradient = tape.gradient(loss, self.weight)
            if tf.reduce_sum(row) > 3.0:
                self.optimizer.apply_gradients([(gradient, self.weight)])
        return tf.reduce_sum(x)


class Either:
    def __init__(self):
        self.weight = tf.Variable([1.0, 2.0])
        self.optimizer = tf.keras.optimizers.Adam(0.1)

    # tf: raises ValueError "Creating variables on a non-first call to a function decorat"
    def on_tensor_or_bool(self, x, enough):  # expect: HYB108
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.square(self.weight * x))
        if enough:
            self.optimizer.apply_gradients([(tape.gradient(loss, self.weight), self.weight)])
        return loss


X = [tf.constant([1.0, 2.0]), tf.constant([4.0, 5.0]), tf.constant([0.5, 1.0])]
critic, two, rows, either = Critic(), Two(), Rows(), Either()
for x in X:
    critic.above_threshold(x)
    two.one_or_the_other(x)
    rows.in_a_loop(tf.stack([x, x * 2.0]))
either.on_tensor_or_bool(X[0], False)
either.on_tensor_or_bool(X[0], tf.constant(True))
