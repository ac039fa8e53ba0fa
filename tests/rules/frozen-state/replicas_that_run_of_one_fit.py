"""Steps that one run of `fit` defines and a strategy runs: what others freeze before or behind it changes nothing in it."""

import tensorflow as tf

strategy = tf.distribute.get_strategy()


class Frozen:
    def __init__(self, layer):
        layer.trainable = False
        self.layer = layer


def descend(tape, loss, variables):  # expect: HYB106, HYB120
    for variable, gradient in zip(variables, tape.gradient(loss, variables)):
        variable.assign_sub(0.1 * gradient)


class Trainer:
    def fit(self, model, x):
        # tf: same
        def step(x):  # expect: convert unsafe
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(model(x) ** 2)
            descend(tape, loss, model.trainable_variables)
            return loss

        # tf: same
        def on_replicas(x):  # expect: convert unsafe
            return strategy.run(step, args=(x,))

        for _ in range(3):
            on_replicas(x)

    def fit_and_thaw(self, model, x):
        # tf: same
        def step(x):  # expect: HYB104
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(model(x) ** 2)
            descend(tape, loss, model.trainable_variables)
            return loss

        def on_replicas(x):  # expect: HYB104
            return strategy.run(step, args=(x,))

        for _ in range(3):
            on_replicas(x)
            model.layers[0].trainable = not model.layers[0].trainable


def main():
    model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(2,)), tf.keras.layers.Dense(1)])
    Frozen(model.layers[0])
    Trainer().fit(model, tf.ones([4, 2]))
    Trainer().fit_and_thaw(model, tf.ones([4, 2]))


main()
