import numpy as np
import tensorflow as tf

W = tf.Variable(tf.ones([4, 4]) * 0.1)


class Sample:
    def __init__(self, words, target):
        self.words, self.target = words, target


# tf: same
def encode(sample):  # expect: HYB116, HYB137
    state = tf.zeros([1, 4])
    for word in sample.words:
        state = tf.tanh(tf.matmul(state + float(word), W))
    return state


# tf: same
def score(x):  # expect: convert HYB137
    return tf.reduce_sum(tf.tanh(tf.matmul(x, W)))


# tf: same
def of_batch(x):  # expect: convert
    return tf.reduce_sum(tf.tanh(tf.matmul(x, W)), axis=1)


# tf: same
def called_once(x):  # expect: convert
    return tf.reduce_sum(tf.tanh(tf.matmul(x, W)))


# tf: same
def part(x, name):  # expect: convert
    return tf.reduce_sum(tf.tanh(tf.matmul(x, W))) * float(len(name))


# tf: same
def rays(x):  # expect: convert
    return tf.tanh(tf.matmul(x, W))


def parts(x):
    return [part(x, name) for name in ("first", "second")]


class Model:
    def train_step(self, x):
        W.assign_sub(0.1 * tf.matmul(x, x, transpose_a=True))
        return tf.reduce_sum(x)


def epoch(model, batch):
    loss = 0.0
    for x in batch:
        loss += model.train_step(rays(x[None]))
    return loss


def total(samples):
    return tf.add_n([encode(sample) for sample in samples])


def scores(batch):
    found = []
    for i in range(3):
        found.append(score(batch[i : i + 1]))
    return tf.stack(found)


def means(batches):
    return [of_batch(batch) for batch in batches]


total([Sample([1, 2], 0.5), Sample([3], 0.25)])
scores(tf.constant(np.ones((3, 4), np.float32)))
means([tf.ones([5, 4]), tf.ones([5, 4])])
called_once(tf.ones([1, 4]))
parts(tf.ones([1, 4]))
epoch(Model(), tf.ones([3, 4]))
