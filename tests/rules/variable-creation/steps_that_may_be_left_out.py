"""Training steps that an argument leaves out of an evaluation: an optimizer makes its variables in the first trace, or too late."""

import tensorflow as tf

models = [tf.keras.Sequential([tf.keras.layers.Input((2,)), tf.keras.layers.Dense(1)]) for _ in range(6)]
optimizers = [tf.keras.optimizers.Adam(0.1) for _ in range(6)]
for model in models:
    for variable in model.variables:
        variable.assign(tf.ones_like(variable))
_, _, third, fourth, fifth, sixth = models
first = tf.keras.Sequential([tf.keras.layers.Input((2,)), tf.keras.layers.Dense(1, kernel_initializer="ones")])
second = tf.keras.Sequential([tf.keras.layers.Input((2,)), tf.keras.layers.Dense(1, kernel_initializer="ones")])
fourth_steps, fifth_steps = optimizers[:2]
third_steps, sixth_steps = tf.keras.optimizers.Adam(0.1), tf.keras.optimizers.Adam(0.2)
first_steps, second_steps = tf.keras.optimizers.Adam(0.1), tf.keras.optimizers.Adam(0.2)


# tf: same
def with_flag(x, training=True):  # expect: convert
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(first(x)))
    if training:
        variables = first.trainable_variables
        first_steps.apply_gradients(zip(tape.gradient(loss, variables), variables))
    return loss


# tf: same
def in_phases(x, phase):  # expect: convert
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(second(x)))
    if phase == "train":
        variables = second.trainable_variables
        second_steps.apply_gradients(zip(tape.gradient(loss, variables), variables))
    return loss


# tf: raises ValueError "Creating variables on a non-first call to a function decorat"
def evaluated_first(x, training):  # expect: HYB108
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(third(x)))
    if training:
        variables = third.trainable_variables
        third_steps.apply_gradients(zip(tape.gradient(loss, variables), variables))
    return loss


# tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
def of_two_models(model, optimizer, x, training):  # expect: HYB108
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x)))
    if training:
        variables = model.trainable_variables
        optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    return loss


# tf: raises ValueError "Creating variables on a non-first call to a function decorat"
def of_chance(x, training):  # expect: HYB108
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(sixth(x)))
    if training:
        variables = sixth.trainable_variables
        sixth_steps.apply_gradients(zip(tape.gradient(loss, variables), variables))
    return loss


seventh = tf.keras.Sequential([tf.keras.layers.Input((2,)), tf.keras.layers.Dense(1, kernel_initializer="ones")])
seventh_steps = tf.keras.optimizers.Adam(0.2)


# tf: raises ValueError "Creating variables on a non-first call to a function decorat"
def of_a_caller(x, training):  # expect: HYB108
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(seventh(x)))
    if training:
        variables = seventh.trainable_variables
        seventh_steps.apply_gradients(zip(tape.gradient(loss, variables), variables))
    return loss


def pretrain(x):
    print(of_a_caller(x, True))


def train(x, fresh):
    if fresh:
        pretrain(x)
    print(of_a_caller(x, False), of_a_caller(x, True))


def turn(x, resumed):
    if not resumed:
        print(of_chance(x, True))
    print(of_chance(x, False), of_chance(x, True))


x = tf.ones([4, 2])
for _ in range(2):
    print(with_flag(x), with_flag(x, training=False))
    for phase in ("train", "test"):
        print(in_phases(x, phase))
    print(evaluated_first(x, False), evaluated_first(x, True))
    print(of_two_models(fourth, fourth_steps, x, True), of_two_models(fifth, fifth_steps, x, True))
    turn(x, True)
    train(x, False)
