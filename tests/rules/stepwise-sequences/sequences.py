import tensorflow as tf

W = tf.Variable(tf.ones([6, 3]) * 0.1)


# tf: same
def cell(x, h):  # expect: convert
    return tf.tanh(tf.matmul(tf.concat([x[None], h], 1), W))


# tf: same
def read(sequence):  # expect: convert
    h = tf.zeros([1, 3])
    for x in sequence:
        h = cell(x, h)
    return h


# tf: same
def read_all(sequences):  # expect: convert HYB139
    return tf.concat([read(sequence) for sequence in sequences], 0)


# tf: same
def losses(sequences, targets):  # expect: convert HYB139
    total = 0.0
    for sequence, target in zip(sequences, targets):
        h = tf.zeros([1, 3])
        for x in sequence:
            h = cell(x, h)
        total += tf.reduce_sum(h * target)
    return total


# tf: same
def lengths_of(sequences):  # expect: convert
    return tf.stack([tf.cast(len(sequence), tf.float32) for sequence in sequences])


sequences = [tf.ones([2, 3]), tf.ones([3, 3])]
read_all(sequences)
losses(sequences, [1.0, 2.0])
lengths_of(sequences)
