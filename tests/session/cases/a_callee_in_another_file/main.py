import tensorflow as tf
from lib.ops import activate


def layer(x, w):
    return activate(tf.matmul(x, w))


for _ in range(2):
    layer(tf.ones((2, 3)), tf.ones((3, 4)))
