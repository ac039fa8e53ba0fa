"""Steps of several optimizers in one loop: a trace takes those of all, or of some that a later one may add to."""

import tensorflow as tf

X = tf.constant([1.0, 2.0])
WEIGHTS = [tf.Variable([1.0, 2.0]) for _ in range(2)]
OPTIMIZERS = {name: tf.keras.optimizers.Adam(0.1) for name in ("first", "second")}


def gradient(weight, x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(weight * x)) + tf.reduce_sum(tf.exp(weight))
    return tape.gradient(loss, weight)


# tf: same
def all_of_global(x):  # expect: convert
    for (_, optimizer), weight in zip(OPTIMIZERS.items(), WEIGHTS):
        optimizer.apply_gradients([(gradient(weight, x), weight)])
    return tf.reduce_sum(x)


class Ensemble:
    def __init__(self, number):
        self.weights = [tf.Variable([1.0, 2.0]) for _ in range(number)]
        self.optimizers = tuple(tf.keras.optimizers.Adam(0.1) for _ in range(number))
        self.critics = [tf.keras.optimizers.Adam(0.1) for _ in range(number)]
        self.some = [tf.keras.optimizers.Adam(0.1) for _ in range(number)]
        self.more = [tf.keras.optimizers.Adam(0.1) for _ in range(number)]
        self.few = [tf.keras.optimizers.Adam(0.1) for _ in range(number)]
        self.pair = [tf.keras.optimizers.Adam(0.1) for _ in range(number)]
        self.one = tf.keras.optimizers.Adam(0.1)
        self.other = tf.keras.optimizers.Adam(0.1)

    # tf: same
    def all(self, x):  # expect: convert
        for weight, optimizer in zip(self.weights, self.optimizers):
            optimizer.apply_gradients([(gradient(weight, x), weight)])
        return tf.reduce_sum(x)

    def _step(self, optimizer, weight, x):
        optimizer.apply_gradients([(gradient(weight, x), weight)])
        return tf.reduce_sum(x * weight)

    # tf: same
    def all_below(self, x):  # expect: convert
        return [self._step(optimizer, self.weights[n], x) for n, optimizer in enumerate(self.critics)]

    # tf: same
    def both(self, x):  # expect: convert
        for optimizer, weight in ((self.one, self.weights[0]), (self.other, self.weights[1])):
            optimizer.apply_gradients([(gradient(weight, x), weight)])
        return tf.reduce_sum(x)

    # tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
    def some_of(self, x, number):  # expect: HYB108
        for optimizer, weight in zip(self.some[:number], self.weights):
            optimizer.apply_gradients([(gradient(weight, x), weight)])
        return tf.reduce_sum(x)

    # tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
    def as_many_as(self, x, rates):  # expect: HYB108
        for optimizer, weight, rate in zip(self.more, self.weights, rates):
            optimizer.apply_gradients([(gradient(weight, x) * rate, weight)])
        return tf.reduce_sum(x)

    # tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
    def until(self, x, number):  # expect: HYB108
        for index, (optimizer, weight) in enumerate(zip(self.few, self.weights)):
            if index >= number:
                break
            optimizer.apply_gradients([(gradient(weight, x), weight)])
        return tf.reduce_sum(x)

    # tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
    def one_of_pair(self, x, number):  # expect: HYB108
        if number == 1:
            self.pair[0].apply_gradients([(gradient(self.weights[0], x), self.weights[0])])
        else:
            self.pair[1].apply_gradients([(gradient(self.weights[1], x), self.weights[1])])
        return tf.reduce_sum(x)


ensembles = [Ensemble(2), Ensemble(3)]
for number in (1, 2):
    all_of_global(X)
    for ensemble in ensembles:
        ensemble.all(X)
        ensemble.all_below(X)
        ensemble.both(X)
        ensemble.some_of(X, number)
        ensemble.as_many_as(X, [1.0] * number)
        ensemble.until(X, number)
        ensemble.one_of_pair(X, number)
