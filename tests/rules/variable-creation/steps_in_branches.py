"""An optimizer takes its first step under a condition of Python: one that comes out alike in all traces does no harm."""

import tensorflow as tf

RATE = 2.0
X = tf.ones([4, 2])
WEIGHTS = [tf.Variable([[1.0], [2.0]]) for _ in range(4)]
FIRST, SECOND = tf.keras.optimizers.Adam(0.1), tf.keras.optimizers.Adam(0.1)
THIRD, FOURTH = tf.keras.optimizers.Adam(0.1), tf.keras.optimizers.Adam(0.1)


# tf: same
def of_setting(x):  # expect: convert
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.matmul(x, WEIGHTS[0]) ** 2)
    gradients = tape.gradient(loss, WEIGHTS[:1])
    if RATE != 1.0:
        FIRST.apply_gradients([(g * RATE, v) for g, v in zip(gradients, WEIGHTS[:1])])
    else:
        FIRST.apply_gradients(zip(gradients, WEIGHTS[:1]))
    return loss


def step(optimizer, weight, x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.matmul(x, weight) ** 2)
    optimizer.apply_gradients([(tape.gradient(loss, weight), weight)])
    return loss


# tf: same
def of_setting_below(x):  # expect: convert
    loss = tf.reduce_sum(x)
    if RATE > 1.0:
        loss += step(SECOND, WEIGHTS[1], x)
    return loss


# tf: raises ValueError "Creating variables on a non-first call to a function decorat"
def of_argument(x, train):  # expect: HYB108
    loss = tf.reduce_sum(x)
    if train:
        loss += step(THIRD, WEIGHTS[2], x)
    return loss


class Trainer:
    def __init__(self):
        self.enabled = tf.Variable(True)

    # tf: same
    def of_variable(self, x):  # expect: convert unsafe
        loss = tf.reduce_sum(x)
        if self.enabled:
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.matmul(x, WEIGHTS[3]) ** 2)
            FOURTH.apply_gradients([(tape.gradient(loss, WEIGHTS[3]), WEIGHTS[3])])
        return loss


TRAINER = Trainer()
for turn in range(3):
    of_setting(X)
    of_setting_below(X)
    of_argument(X, turn > 0)
    TRAINER.of_variable(X)
