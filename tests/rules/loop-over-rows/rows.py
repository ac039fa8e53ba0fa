import tensorflow as tf

W = tf.Variable(tf.ones([3, 3]) * 0.1)


# tf: same
def score(x, y):  # expect: convert HYB137
    return tf.tensordot(tf.linalg.matvec(W, x), y, 1)


# tf: same
def scores(xs, ys):  # expect: convert HYB142
    return tf.stack([score(xs[i], ys[i]) for i in range(len(xs))])


# tf: same
def total(xs):  # expect: convert HYB142
    found = 0.0
    for i in range(xs.shape[0]):
        found += tf.reduce_sum(tf.linalg.matvec(W, xs[i]))
    return found


# tf: same
def picked(xs, order):  # expect: convert
    names = [str(order[i]) for i in range(len(order))]
    return tf.gather(xs, [int(name) for name in names])


# tf: same
def together(xs):  # expect: convert
    return tf.reduce_sum(tf.matmul(xs, W), 1)


xs = tf.ones([2, 3])
scores(xs, xs)
total(xs)
picked(xs, [1, 0])
together(xs)
