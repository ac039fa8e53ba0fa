"""Branches on tensors that use weights: gradients of zero take the place of none only where a tape is open."""

import tensorflow as tf

w = tf.Variable([1.0, 2.0])
unused = tf.Variable(1.0)
kept = tf.Variable([0.0, 0.0], trainable=False)
best = tf.Variable(1e9)


# tf: same
def step(x):  # expect: convert
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(tf.tensordot(x, w, 1)))
    (gradient,) = tape.gradient(loss, [w])
    kept.assign_add(gradient)
    return loss


# tf: same
def flush(due):  # expect: convert
    if due:
        w.assign_sub(0.01 * kept)
        return tf.norm(w)
    return tf.constant(0.0)


# tf: same
def better(loss):  # expect: convert
    if loss < best:
        best.assign(loss)
        return loss
    return best.read_value()


# tf: same
def step_and_flush(x, due):  # expect: convert
    loss = step(x)
    return loss + flush(due)


def chosen(x):
    if tf.reduce_sum(x) > 0.0:
        return tf.reduce_sum(x * w)
    return tf.reduce_sum(x) * unused


# tf: differs
def of_both(x):  # expect: convert unsafe
    with tf.GradientTape() as tape:
        value = chosen(x)
    gradients = tape.gradient(value, [w, unused])
    return tf.constant(float(sum(g is None for g in gradients)))


# tf: differs
def counted(x):  # expect: convert unsafe
    with tf.GradientTape() as tape:
        if tf.reduce_sum(x) > 0.0:
            value = tf.reduce_sum(x * w)
        else:
            value = tf.reduce_sum(x) * unused
    gradients = tape.gradient(value, [w, unused])
    return tf.constant(float(sum(g is None for g in gradients)))


# tf: differs
def outside(x):  # expect: convert unsafe
    if tf.reduce_sum(x) > 0.0:
        return tf.reduce_sum(x * w)
    return tf.reduce_sum(x) * unused


x = tf.ones([4, 2])
results = []
for turn in range(3):
    loss = step(x)
    results += [loss, flush(tf.constant(turn % 2 == 0)), better(loss)]
    results += [step_and_flush(x, tf.constant(turn > 0)), of_both(x), of_both(-x), counted(x), counted(-x)]
    for sign in (1.0, -1.0):
        with tf.GradientTape() as tape:
            value = outside(x * sign)
        results.append([g is None for g in tape.gradient(value, [w, unused])])
