"""Functions of packages that cannot be seen: what gets tensors under a tape, and gives something, is differentiated."""

import tensorflow as tf

try:
    from house.losses import distance, report
except ImportError:
    seen = []

    def distance(x, y):
        return tf.reduce_mean(tf.abs(x - y))

    def report(x):
        seen.append(1)

try:
    import horovod.tensorflow as hvd
except ImportError:
    import types

    hvd = types.SimpleNamespace(
        DistributedGradientTape=lambda tape: tape, broadcast_variables=lambda variables, root_rank: None
    )

weights = tf.Variable([1.0, 2.0])


# tf: same
def step(x):  # expect: convert unsafe
    with tf.GradientTape() as tape:
        loss = distance(tf.tanh(weights * x), tf.zeros([2]))
    return tape.gradient(loss, weights)


# tf: same
def on_several_machines(x, first):  # expect: convert unsafe
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.tanh(weights * x))
    tape = hvd.DistributedGradientTape(tape)
    weights.assign_sub(0.1 * tape.gradient(loss, weights))
    if first:
        hvd.broadcast_variables([weights], root_rank=0)
    return loss


# tf: same
def without_a_tape(x):  # expect: undetermined HYB121
    return distance(tf.tanh(x), tf.zeros([2]))


# tf: differs
def dropped(x):  # expect: HYB102
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.tanh(weights * x))
        report(loss)
    return tape.gradient(loss, weights)


# tf: differs
def behind_the_tape(x):  # expect: HYB102
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.tanh(weights * x))
    told = report(loss)
    return tape.gradient(loss, weights) if told is None else told


for turn in range(3):
    on_several_machines(tf.constant([0.5, 0.6]), turn == 0)
    step(tf.constant([0.5, 0.6]))
    without_a_tape(tf.constant([0.5, 0.6]))
    dropped(tf.constant([0.5, 0.6]))
    behind_the_tape(tf.constant([0.5, 0.6]))
