"""Steps with one of several optimizers, one for each run of the function around them; some have a step of their own."""

import tensorflow as tf


class Clipped(tf.keras.optimizers.Adam):
    def apply_gradients(self, grads_and_vars, **options):
        gradients, variables = zip(*grads_and_vars)
        gradients, _ = tf.clip_by_global_norm(gradients, 1.0)
        return super().apply_gradients(zip(gradients, variables), **options)


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.dense(x)


def made(own):
    model = Net()
    model(tf.ones([1, 3]))
    if own:
        model.optimizer = Clipped(0.1)
    else:
        model.optimizer = tf.keras.optimizers.RMSprop(0.1)
    return model


def train(model):
    optimizer = model.optimizer

    # tf: same
    def step(x):  # expect: convert unsafe
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(x, training=True)))
        variables = model.trainable_variables
        optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        return loss

    return [float(step(tf.ones([2, 3]))) for _ in range(3)]


WEIGHT = tf.Variable([1.0, 2.0])


# tf: raises ValueError "tf.function only supports singleton tf.Variables created on the"
def step_with(optimizer):  # expect: HYB108, HYB127
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(WEIGHT))
    optimizer.apply_gradients([(tape.gradient(loss, WEIGHT), WEIGHT)])
    return loss


def swapped(first, second):
    optimizer = first

    # tf: raises ValueError "tf.function only supports singleton tf.Variables created on the"
    def swapped_step(x):  # expect: HYB104
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.square(WEIGHT) * x)
        optimizer.apply_gradients([(tape.gradient(loss, WEIGHT), WEIGHT)])
        return loss

    swapped_step(tf.ones([2]))
    optimizer = second
    swapped_step(tf.ones([1]))


LOSSES = [train(made(own)) for own in (True, False)]
for _ in range(2):
    step_with(Clipped(0.1))
    step_with(tf.keras.optimizers.RMSprop(0.1))
swapped(Clipped(0.1), Clipped(0.2))
