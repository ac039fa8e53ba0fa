"""Whether layers train, which a step sets for a time: other models do not notice, and each trace of the step does the same."""

import keras
import tensorflow as tf

keras.utils.set_random_seed(0)
inputs = keras.Input((3,))
generator = keras.Model(inputs, keras.layers.Dense(2)(inputs))
critic = keras.Sequential([keras.layers.Dense(4), keras.layers.BatchNormalization(), keras.layers.Dense(1)])
critic.build((None, 2))
judge = keras.Sequential([keras.layers.Dense(2), keras.layers.BatchNormalization()])
judge.build((None, 2))
left = keras.Sequential([keras.layers.BatchNormalization(momentum=0.5)])
left.build((None, 2))
of_generator = keras.optimizers.SGD(0.1)
of_critic = keras.optimizers.SGD(0.1)


# tf: same
def generator_step(z):  # expect: convert
    critic.trainable = False
    with tf.GradientTape() as tape:
        loss = -tf.reduce_mean(critic(generator(z), training=True))
    variables = generator.trainable_variables
    of_generator.apply_gradients(zip(tape.gradient(loss, variables), variables))
    critic.trainable = True
    return loss


# tf: same
def critic_step(z, x):  # expect: convert
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(critic(generator(z), training=True)) - tf.reduce_mean(critic(x, training=True))
    variables = critic.trainable_variables
    of_critic.apply_gradients(zip(tape.gradient(loss, variables), variables))
    return loss


# tf: same
def shrunk(z):  # expect: convert
    for variable in generator.trainable_variables:
        variable.assign(variable * 0.9)
    return generator(z)


# tf: same
def both(z, x):  # expect: convert
    return generator_step(z) + critic_step(z, x)


# tf: differs
def judged(x):  # expect: HYB104
    return judge(x, training=True) * 2.0


# tf: same
def frozen_and_judged(x):  # expect: convert
    judge.trainable = False
    first = judged(x)
    judge.trainable = True
    return first


# tf: differs
def left_frozen(x):  # expect: HYB102, HYB104
    first = left(x, training=True) * 2.0
    left.trainable = False
    return first


# tf: differs
def trained_again(x):  # expect: HYB102, HYB104
    left.trainable = True
    return left(x, training=True) * 2.0


# tf: differs
def of_left(x):  # expect: HYB104
    return left(x, training=True) * 2.0


x = tf.constant([[1.0, 2.0], [3.0, 5.0]])
z = tf.constant([[1.0, 2.0, 0.5], [3.0, 5.0, 1.0]])
results = []
for _ in range(3):
    results += [generator_step(z), critic_step(z, x), shrunk(z), both(z, x), len(critic.trainable_variables)]
    results += [judged(x), frozen_and_judged(x), judged(x)]
    results += [left_frozen(x), of_left(x), trained_again(x), of_left(x)]
