"""What models gain whose training is a graph, and which play eagerly: one episode at the end, or one after the other."""

import tensorflow as tf
import unseen

STEPS = 1000


class Shown(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.layers_of_mine = [tf.keras.layers.Dense(64) for _ in range(20)]
        self.last = tf.keras.layers.Dense(2)

    def call(self, x):  # fact: gain=low
        for layer in self.layers_of_mine:
            x = layer(x)
        return self.last(x)


class Watched(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.layers_of_mine = [tf.keras.layers.Dense(64) for _ in range(20)]
        self.last = tf.keras.layers.Dense(2)

    def call(self, x):  # fact: gain=high
        for layer in self.layers_of_mine:
            x = layer(x)
        return self.last(x)


class Playing(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.layers_of_mine = [tf.keras.layers.Dense(64) for _ in range(20)]
        self.last = tf.keras.layers.Dense(2)

    def call(self, x):  # fact: gain=high
        for layer in self.layers_of_mine:
            x = layer(x)
        return self.last(x)


optimizer = tf.keras.optimizers.Adam(1e-3)


@tf.function
def step(model, x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(model(x))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))


def show(env, model, most):
    state = tf.constant(env.reset(), tf.float32)
    for _ in range(1, most + 1):
        state, done = env.step(tf.argmax(model(state)))
        state = tf.constant(state, tf.float32)
        if done:
            break


def watch(env, model, most):
    state = tf.constant(env.reset(), tf.float32)
    for _ in range(1, most + 1):
        for part in env.parts():
            if part:
                break
        state = tf.constant(env.step(tf.argmax(model(state))), tf.float32)


def play(env, model, most):
    state = tf.constant(env.reset(), tf.float32)
    for _ in range(1, most + 1):
        state, done = env.step(tf.argmax(model(state)))
        state = tf.constant(state, tf.float32)
        if done:
            break


shown, watched, playing = Shown(), Watched(), Playing()
for _ in range(90_000):
    step(shown, tf.ones([1, 4]))
    step(watched, tf.ones([1, 4]))
    step(playing, tf.ones([1, 4]))
    play(unseen.env, playing, STEPS)
show(unseen.env, shown, STEPS)
watch(unseen.env, watched, STEPS)
