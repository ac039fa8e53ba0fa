"""Calls that come before a list of variables in each turn of a loop, or in a function that is called in between."""

import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(2, kernel_initializer="ones")

    def call(self, x):
        return self.dense(x)


critic, actor, skipped, repeated, chosen = Net(), Net(), Net(), Net(), Net()
rounds = []
skipping = True


# tf: same
def critic_rounds(x):  # expect: convert
    for _ in range(2):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(critic(x))
        gradients = tape.gradient(loss, critic.trainable_variables)
        for variable, gradient in zip(critic.trainable_variables, gradients, strict=True):
            variable.assign_sub(0.1 * gradient)
    return critic(x)


def errors(x):
    return actor(x) - 1.0


# tf: same
def called_by_a_helper(x):  # expect: convert
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(errors(x)))
    gradients = tape.gradient(loss, actor.trainable_variables)
    return gradients, actor(x)


def skips(x):
    if skipping:
        return x
    return skipped(x)


# tf: differs
def skipped_by_a_helper(x):  # expect: undetermined HYB125
    with tf.GradientTape() as tape:
        before = skips(x)
        variables = skipped.trainable_variables
        loss = tf.reduce_sum(before) + tf.reduce_sum(skipped(x))
    return tape.gradient(loss, variables)


def repeats(x):
    for _ in rounds:
        x = repeated(x)
    return x


# tf: differs
def no_turn_of_a_helper(x):  # expect: undetermined HYB125
    with tf.GradientTape() as tape:
        before = repeats(x)
        variables = repeated.trainable_variables
        loss = tf.reduce_sum(before) + tf.reduce_sum(repeated(x))
    return tape.gradient(loss, variables)


# tf: differs
def only_in_a_branch(x, ready=False):  # expect: undetermined HYB125
    with tf.GradientTape() as tape:
        if ready:
            x = chosen(x)
        variables = chosen.trainable_variables
        loss = tf.reduce_sum(chosen(x))
    return tape.gradient(loss, variables)


features = tf.ones([1, 2])
results = []
for step in range(3):
    if step > 0:
        results.append((critic_rounds(features), called_by_a_helper(features)))
skipped_by_a_helper(features)
no_turn_of_a_helper(features)
only_in_a_branch(features)
only_in_a_branch(features)
