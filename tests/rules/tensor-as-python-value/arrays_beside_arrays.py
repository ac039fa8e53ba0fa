"""What is read of one `TensorArray` while another is filled is a tensor: no array is kept under two names."""

import tensorflow as tf


# tf: same
@tf.function
def solved(diagonal, above, right):  # expect: keep
    size = tf.shape(diagonal)[0]
    factors = tf.TensorArray(tf.float32, size=size - 1, clear_after_read=False)
    forward = tf.TensorArray(tf.float32, size=size, clear_after_read=False)
    result = tf.TensorArray(tf.float32, size=size, clear_after_read=False)
    factors = factors.write(0, above[0] / diagonal[0])
    forward = forward.write(0, right[0] / diagonal[0])
    for i in tf.range(1, size - 1):
        factors = factors.write(i, above[i] / (diagonal[i] - factors.read(i - 1)))
    for i in tf.range(1, size):
        forward = forward.write(i, (right[i] - forward.read(i - 1)) / (diagonal[i] - factors.read(i - 1)))
    result = result.write(size - 1, forward.read(size - 1))
    for i in tf.range(size - 2, -1, -1):
        result = result.write(i, forward.read(i) - factors.read(i) * result.read(i + 1))
    return result.stack()


# tf: same
def doubled(rows):  # expect: convert
    first = tf.TensorArray(tf.float32, size=2, clear_after_read=False).unstack(rows)
    second = tf.TensorArray(tf.float32, size=2)
    second = second.unstack(first.gather([1, 0]) + tf.cast(first.size(), tf.float32))
    return second.stack() + first.stack()


# tf: differs
def under_two_names(rows):  # expect: HYB105
    first = tf.TensorArray(tf.float32, size=2, clear_after_read=False).unstack(rows)
    second = first.identity()
    second = second.write(0, rows[1])
    return first.stack() + second.stack()


D = tf.constant([4.0, 5.0, 6.0, 7.0])
solved(D, tf.constant([1.0, 2.0, 3.0]), tf.constant([1.0, -1.0, 2.0, 0.5]))
solved(D, tf.constant([1.0, 2.0, 3.0]), tf.constant([2.0, -1.0, 2.0, 0.5]))
ROWS = tf.constant([[1.0, 2.0], [3.0, 4.0]])
for _ in range(2):
    doubled(ROWS)
    under_two_names(ROWS)
