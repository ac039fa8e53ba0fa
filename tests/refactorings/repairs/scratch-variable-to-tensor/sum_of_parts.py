import tensorflow as tf


def scratch_sum(parts):
    acc = tf.Variable(tf.zeros_like(parts[0]))  # grows
    for p in parts:
        acc.assign_add(p)
    return acc.read_value() / 2.0 + tf.square(acc)


results = [scratch_sum([tf.constant([1.0, 2.0]), tf.constant([0.5, -1.0])])]
results.append(scratch_sum([tf.constant([3.0, 2.0]), tf.constant([0.5, -1.0])]))
