import flow
import tensorflow as tf


def test_scale():
    flow.scale(tf.ones([2]))
