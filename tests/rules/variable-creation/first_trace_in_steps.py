"""Layers that a graph builds while it is traced for the first time: with gradients, copies of weights, and inside others."""

import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = tf.keras.layers.Dense(3, activation="tanh")
        self.out = tf.keras.layers.Dense(1)

    def call(self, x, training=None):
        return self.out(self.hidden(x))


# tf: same
# tf_keras: same
def two_orders(x):  # expect: convert
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.reduce_sum(twice(x) ** 2)
        slope = tape.gradient(y, x)
    return outer.gradient(slope, x)


# tf: same
# tf_keras: same
def reads_weights_behind(x):  # expect: convert
    y = read(x)
    decay = tf.add_n([tf.nn.l2_loss(v) for v in read.trainable_variables])
    return tf.reduce_mean(y) + decay + tf.reduce_sum(read.hidden.kernel**2)


# tf: same
# tf_keras: same
def moving_average(x):  # expect: convert
    y, z = fast(x), slow(x)
    for a, b in zip(slow.variables, fast.variables):
        a.assign(0.9 * a + 0.1 * b)
    return y + z


@tf.function
def inner(x):
    return below(x) ** 2


# tf: same
# tf_keras: same
def around_a_graph(x):  # expect: convert
    return tf.reduce_mean(inner(x))


strategy = tf.distribute.get_strategy()


# tf: same
# tf_keras: same
def under_strategy(x):  # expect: convert
    return strategy.run(distributed, args=(x,))


def distributed(x):
    return replica(x)


class Step:
    def __init__(self):
        self.model = Net()

    # tf: same, traces 4
    # tf_keras: same, traces 4
    def forward(self, x):  # expect: convert
        return self.model(x)


class Fit(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.dense(x)

    # tf: same
    # tf_keras: same
    def train_step(self, data):  # expect: convert
        x, y = data
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self(x, training=True) - y) ** 2)
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return {"loss": loss}


twice, read, fast, slow, below, replica = Net(), Net(), Net(), Net(), Net(), Net()
x = tf.random.stateless_uniform([4, 2], [1, 2])
two_orders(x)
reads_weights_behind(x)
moving_average(x)
around_a_graph(x)
under_strategy(x)
for step in (Step(), Step()):
    step.forward(x)
fit = Fit()
fit.compile(optimizer=tf.keras.optimizers.SGD(0.1))
for _ in range(2):
    fit.train_step((x, tf.ones([4, 1])))
