"""Steps that one run of `fit` defines and a strategy runs: what others freeze before or behind it changes nothing in it."""

import tensorflow as tf

strategy = tf.distribute.get_strategy()


class Frozen(tf.keras.layers.Layer):
    def __init__(self, inner):
        super().__init__()
        inner.trainable = False
        self.inner = inner

    def call(self, x):  # expect: convert unsafe
        return self.inner(x)


class Trainer:
    def __init__(self):
        self.optimizer = tf.keras.optimizers.SGD(0.1)

    def fit(self, model, x):
        # tf: same
        def step(x):  # expect: convert unsafe
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(model(x) ** 2)
            variables = model.trainable_variables
            self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
            return loss

        # tf: same
        def on_replicas(x):  # expect: convert unsafe
            return strategy.run(step, args=(x,))

        for _ in range(3):
            on_replicas(x)

    def fit_and_thaw(self, model, x):
        # tf: differs
        def step(x):  # expect: HYB104
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(model(x) ** 2)
            variables = model.trainable_variables
            self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
            return loss

        def on_replicas(x):  # expect: HYB104
            return strategy.run(step, args=(x,))

        for _ in range(3):
            on_replicas(x)
            model.layers[0].trainable = not model.layers[0].trainable


def main():
    layers = [tf.keras.layers.Dense(2, input_shape=(2,)), tf.keras.layers.Dense(1)]
    model = tf.keras.Sequential(layers)
    Frozen(model.layers[0])
    Trainer().fit(model, tf.ones([4, 2]))
    Trainer().fit_and_thaw(model, tf.ones([4, 2]))


main()
