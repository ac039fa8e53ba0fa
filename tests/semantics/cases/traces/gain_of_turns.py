"""What a function gains whose loop has more to do than to call it."""

import os

import tensorflow as tf

TURNS = int(os.environ.get("TURNS", "3"))


def many(x):
    for _ in range(60):
        x = tf.exp(tf.sin(tf.cos(tf.tanh(x * 1.5))))
    return x


x = tf.constant([1.0, 2.0])


def each_turn(x):  # fact: verdict=convert gain=high
    return many(x)


def after_epochs(x):  # fact: verdict=convert gain=low
    return many(x)


def now_and_then(x):  # fact: verdict=convert gain=low
    return many(x)


def in_steps(x):  # fact: verdict=convert gain=high
    return many(x)


def now_and_in_steps(x):  # fact: verdict=convert gain=high
    return many(x)


for epoch in range(TURNS):
    for step in range(20):
        x = in_steps(x)
        x = now_and_in_steps(x)
    x = after_epochs(x) + now_and_in_steps(x)

for step in range(10 * TURNS):
    x = each_turn(x)
    if step % 10 == 0:
        x = now_and_then(x)
