"""What `tf.foldl` and its kin begin with: without an initializer, or with None for it, the first element."""

import tensorflow as tf


# tf: same
def summed(rows):  # expect: convert
    def step(total, row):
        if tf.reduce_sum(row) > 5.0:
            return total
        return total + row

    return tf.foldl(step, rows, initializer=None)


# tf: same
def summed_from(rows, start):  # expect: convert
    def step(total, row):
        if tf.reduce_sum(row) > 5.0:
            return total
        return tf.concat([total[:1] + row[:1], total[1:]], 0)

    return tf.foldl(step, rows, initializer=start)


# tf: same
def scanned_from(rows, start):  # expect: convert
    def step(total, row):
        if tf.reduce_sum(row) > 5.0:
            return total
        return total + row

    return tf.scan(step, rows, start)


# tf: raises TypeError "TypeError: 'retval__1' has dtype int32 in the main branch, b"
def of_another_dtype(rows, start):  # expect: HYB109
    def step(total, row):
        if tf.reduce_sum(tf.cast(row, tf.float32)) > 5.0:
            return total
        return tf.cast(total, tf.float32) + 1.0

    return tf.foldl(step, rows, initializer=start)


# tf: raises TypeError "TypeError: Input 'y' of 'AddV2' Op has type float32 that doe"
def from_a_number(rows):  # expect: HYB109, HYB114
    def step(total, number):
        if number > 2.0:
            return total
        return total + number

    return tf.foldl(step, rows, initializer=0)


values = tf.constant([[1.0, 2.0], [3.0, 4.0], [0.5, 0.25]])
for _ in range(3):
    summed(values)
    for start in (None, tf.zeros([2])):
        summed_from(values, start)
        scanned_from(values, start)
    of_another_dtype(tf.cast(values, tf.int32), tf.zeros([2], tf.int32))
    of_another_dtype(values, None)
    from_a_number(values[0])
