"""What models gain that are given a sentence that grows by a word in each turn of a loop, and others in other loops."""

import tensorflow as tf
import unseen

w = tf.Variable(tf.ones([4, 4]))


def computed(x):
    for _ in range(60):
        x = tf.tanh(tf.matmul(x, w))
    return x


def growing(x):  # fact: gain=low
    return computed(x)


def sometimes(x):  # fact: gain=low
    return computed(x)


def trained(x):  # fact: gain=high
    return computed(x)


def grow(most):
    sentence = tf.ones([1, 4])
    for _ in range(most):
        word = growing(sentence)
        sentence = tf.concat([sentence, word[-1:]], axis=0)


def grow_sometimes(most):
    sentence = tf.ones([1, 4])
    for _ in range(most):
        word = sometimes(sentence)
        sentence = tf.concat([sentence, word[-1:]], axis=0)


def look(most):
    sentence = tf.ones([1, 4])
    for _ in range(most):
        print(sometimes(sentence))


def grow_trained(most):
    sentence = tf.ones([1, 4])
    for _ in range(most):
        word = trained(sentence)
        sentence = tf.concat([sentence, word[-1:]], axis=0)


def train(most):
    for _ in range(most):
        with tf.GradientTape() as tape:
            word = trained(tf.ones([5, 4]))
        print(tape.watched_variables(), word)


while unseen.running():
    grow(unseen.longest())
    grow_sometimes(unseen.longest())
    look(unseen.longest())
    grow_trained(unseen.longest())
    train(unseen.longest())
