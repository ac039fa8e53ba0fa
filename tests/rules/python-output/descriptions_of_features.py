"""Descriptions of the features of an example touch no file."""

import tensorflow as tf


# tf: same
def parsed(record):  # expect: convert
    features = {"x": tf.io.FixedLenFeature([2], tf.float32), "y": tf.io.VarLenFeature(tf.int64)}
    found = tf.io.parse_single_example(record, features)
    return found["x"] * 2.0


feature = tf.train.Feature(float_list=tf.train.FloatList(value=[1.0, 2.0]))
example = tf.train.Example(features=tf.train.Features(feature={"x": feature}))
for _ in range(2):
    parsed(tf.constant(example.SerializeToString()))
