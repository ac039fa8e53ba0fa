"""Gradients by tensors that the function makes, and by components of datasets: none of them is another argument."""

import tensorflow as tf

weight = tf.Variable([[1.0], [2.0]])


# tf: same
def penalty(real, fake):  # expect: convert
    share = tf.random.stateless_uniform([2, 1], [1, 2])
    mixed = share * real + (1.0 - share) * fake
    with tf.GradientTape() as tape:
        tape.watch(mixed)
        out = tf.tanh(mixed @ weight)
    return tf.reduce_mean(tape.gradient(out, mixed) ** 2)


# tf: same
def attack(x, y):  # expect: convert
    moved = tf.identity(x)
    for _ in range(3):
        with tf.GradientTape() as tape:
            tape.watch(moved)
            loss = tf.reduce_mean((moved @ weight - y[:, :1]) ** 2)
        moved += 0.1 * tf.sign(tape.gradient(loss, moved))
    return moved


# tf: same
def adapted(x, y):  # expect: convert
    with tf.GradientTape() as tape:
        copies = [tf.identity(weight), tf.zeros_like(x)]
        tape.watch(copies)
        loss = tf.reduce_mean(((x + copies[1]) @ copies[0] - y[:, :1]) ** 2)
    return [c - 0.1 * g for c, g in zip(copies, tape.gradient(loss, copies))]


# tf: differs
def by_argument(x, y):  # expect: HYB105
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = tf.reduce_sum(tf.square(x)) + tf.reduce_sum(y)
    return tape.gradient(loss, x)


# tf: differs
def by_cast(x, y):  # expect: HYB105
    wide = tf.cast(x, tf.float32)
    with tf.GradientTape() as tape:
        tape.watch(wide)
        loss = tf.reduce_sum(tf.square(wide)) + tf.reduce_sum(y)
    return tape.gradient(loss, wide)


# tf: differs
def by_list(x, y):  # expect: HYB105
    parts = [tf.identity(x)]
    parts.append(x)
    with tf.GradientTape() as tape:
        tape.watch(parts)
        loss = tf.reduce_sum(tf.square(parts[0])) + tf.reduce_sum(y)
    return tape.gradient(loss, parts, unconnected_gradients="zero")


# tf: same
def by_component(x, y):  # expect: convert
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = tf.reduce_sum(tf.square(x)) + tf.reduce_sum(y)
    return tape.gradient(loss, x)


# tf: differs
def by_element(x, y):  # expect: HYB105
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = tf.reduce_sum(tf.square(x)) + tf.reduce_sum(y)
    return tape.gradient(loss, x)


# tf: differs
def by_entry(x, y):  # expect: HYB105
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = tf.reduce_sum(tf.square(x)) + tf.reduce_sum(y)
    return tape.gradient(loss, x)


value = tf.constant([[1.0, 2.0], [3.0, 4.0]])
for function in (penalty, attack, adapted, by_argument, by_cast, by_list):
    function(value, value)


def run(dataset):
    for x, y in dataset:
        by_component(x, y)


def run_list(pairs):
    for x, y in pairs:
        by_element(x, y)


run(tf.data.Dataset.from_tensor_slices((value, value)).batch(2))
run_list([(value, value), (value, value + 1.0)])
pairs = [(value, value)]
[by_entry(x, y) for x, y in pairs]
