"""A closure takes the first step of an optimizer of its own activation, of which there are several."""

import tensorflow as tf

data = tf.constant([[1.0, 2.0], [3.0, 4.0]])


def train(rate):
    weights = tf.Variable([1.0, 2.0])
    optimizer = tf.keras.optimizers.Adam(rate)

    # tf: same
    # tf_keras: same
    def step(x):  # expect: convert
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.square(weights * x)) + tf.reduce_sum(tf.exp(weights))
        optimizer.apply_gradients(zip(tape.gradient(loss, [weights]), [weights]))
        return loss

    return [step(x) for x in data]


slow, fast = train(0.1), train(0.5)

kept = []
taken = tf.Variable([1.0, 2.0])


def train_with_the_last(rate):
    optimizer = tf.keras.optimizers.Adam(rate)
    kept.append(optimizer)

    # tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
    def step(x, index):  # expect: HYB108
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.square(taken * x)) + tf.reduce_sum(tf.exp(taken))
        kept[index].apply_gradients(zip(tape.gradient(loss, [taken]), [taken]))
        return loss

    return step


first_step, second_step = train_with_the_last(0.1), train_with_the_last(0.5)
for index in (0, 1):
    second_step(data[0], index)


def train_passed(rate, others):
    optimizer = tf.keras.optimizers.Adam(rate)

    # tf: raises ValueError "tf.function only supports singleton tf.Variables"
    def step(x, chosen):  # expect: HYB108
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.square(taken * x)) + tf.reduce_sum(tf.exp(taken))
        chosen.apply_gradients(zip(tape.gradient(loss, [taken]), [taken]))
        return loss

    for chosen in (optimizer, *others):
        step(data[0], chosen)
    return optimizer


earlier = train_passed(0.1, [])
train_passed(0.5, [earlier, tf.keras.optimizers.Adam(0.2)])


def train_many(rates):
    steps = []
    for rate in rates:
        optimizer = tf.keras.optimizers.Adam(rate)
        steps.append(optimizer)

    # tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
    def step(x, index):  # expect: HYB108
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.square(taken * x)) + tf.reduce_sum(tf.exp(taken))
        steps[index].apply_gradients(zip(tape.gradient(loss, [taken]), [taken]))
        return loss

    for index in (0, 1):
        step(data[1], index)


train_many([0.1, 0.2])
train_many([0.3, 0.4])


applied = []


def train_with_bound_methods(rate):
    optimizer = tf.keras.optimizers.Adam(rate)
    applied.append(optimizer.apply_gradients)

    # tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
    def step(x, index):  # expect: HYB108
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.square(taken * x)) + tf.reduce_sum(tf.exp(taken))
        applied[index](zip(tape.gradient(loss, [taken]), [taken]))
        return loss

    return step


train_with_bound_methods(0.1)
with_bound_methods = train_with_bound_methods(0.5)
for index in (0, 1):
    with_bound_methods(data[0], index)

appliers = []


def train_with_closures(rate):
    optimizer = tf.keras.optimizers.Adam(rate)

    def apply(gradient):
        optimizer.apply_gradients([(gradient, taken)])

    appliers.append(apply)

    # tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
    def step(x, index):  # expect: HYB108
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.square(taken * x)) + tf.reduce_sum(tf.exp(taken))
        appliers[index](tape.gradient(loss, taken))
        return loss

    return step


train_with_closures(0.1)
with_closures = train_with_closures(0.5)
for index in (0, 1):
    with_closures(data[0], index)
