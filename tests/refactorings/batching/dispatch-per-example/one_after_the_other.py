"""What an example gives goes into the next one."""

import tensorflow as tf

w = [tf.Variable(tf.reshape(tf.linspace(-0.5, 0.5, 4), [2, 2])), tf.Variable(tf.ones([2, 2]))]


def left(x):
    return tf.tanh(tf.linalg.matvec(w[0], x))


def right(x):
    return tf.tanh(tf.linalg.matvec(w[1], x))


ways = [left, right]


def walk(start, turns):
    x = start
    places = []
    for turn in turns:
        x = ways[turn](x)
        places.append(x)
    return tf.stack(places)


result = walk(tf.ones([2]), [0, 1, 1, 0])
