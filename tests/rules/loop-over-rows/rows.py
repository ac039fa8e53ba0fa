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


# tf: same
def by_part(x, *weights):  # expect: convert
    for i in range(2):
        x = x + tf.tanh(tf.linalg.matvec(weights[i], x))
        x += tf.linalg.matvec(weights[i], x)
    return x


# tf: same
def levels(x):  # expect: convert
    found = [x]
    for i in range(3):
        found.append(tf.tanh(found[i]))
    return found[-1]


# tf: same
def columns(results):  # expect: convert
    return [tf.concat([result[i] for result in results], 0) for i in range(2)]


xs = tf.ones([2, 3])
scores(xs, xs)
total(xs)
picked(xs, [1, 0])
together(xs)
by_part(tf.ones([3]), tf.ones([3, 3]), tf.ones([3, 3]))
levels(xs)
columns([(xs, xs + 1.0), (xs, xs)])
