import tensorflow as tf

rate = 0.5


def scaled(x):
    return x * rate


def slower():
    global rate
    rate = rate / 2


scaled(tf.ones((2,)))
slower()
scaled(tf.ones((2,)))
