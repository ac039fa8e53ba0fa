"""What steps gain that are given lists: of as many elements as a loop happens to bring, or of as many as it counts."""

import tensorflow as tf
import unseen

w = tf.Variable(tf.ones([4]))


def loss_of(x):
    for _ in range(60):
        x = tf.tanh(x * w)
    return tf.reduce_sum(x)


def of_episodes(states):  # fact: gain=none
    with tf.GradientTape() as tape:
        loss = loss_of(tf.stack(states))
    w.assign_sub(tape.gradient(loss, w))


def of_batches(states):  # fact: gain=high
    with tf.GradientTape() as tape:
        loss = loss_of(tf.stack(states))
    w.assign_sub(tape.gradient(loss, w))


def of_pairs(states):  # fact: gain=high
    with tf.GradientTape() as tape:
        loss = loss_of(tf.stack(states))
    w.assign_sub(tape.gradient(loss, w))


def of_all(states):  # fact: gain=high
    with tf.GradientTape() as tape:
        loss = loss_of(tf.stack(states))
    w.assign_sub(tape.gradient(loss, w))


kept = []
while unseen.running():
    kept.append(tf.ones([4]))

while unseen.running():
    states, done = [], False
    while not done:
        state, done = unseen.step()
        states.append(tf.constant(state, tf.float32))
        pair = []
        pair.append(tf.constant(state, tf.float32))
        pair.append(tf.ones([4]))
        of_pairs(pair)
    of_episodes(states)
    batch = []
    while len(batch) < 32:
        batch.append(tf.constant(unseen.step()[0], tf.float32))
    of_batches(batch)
    of_all(kept)
