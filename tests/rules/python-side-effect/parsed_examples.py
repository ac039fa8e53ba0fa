"""The dict that parsing makes belongs to the call: changing it is nobody else's business."""

import tensorflow as tf

FEATURES = {"image": tf.io.FixedLenFeature((2,), tf.int64), "label": tf.io.FixedLenFeature((), tf.int64)}
SEEN = {}


# tf: same
def parsed(text):  # expect: convert unsafe
    features = tf.io.parse_single_example(text, FEATURES)
    features["image"] = tf.cast(features["image"], tf.float32)
    return features


# tf: differs
def kept(text):  # expect: HYB102
    features = tf.io.parse_single_example(text, FEATURES)
    SEEN.update(features)
    return features["image"]


def as_feature(values):
    return tf.train.Feature(int64_list=tf.train.Int64List(value=values))


example = tf.train.Example(
    features=tf.train.Features(feature={"image": as_feature([1, 2]), "label": as_feature([3])})
).SerializeToString()
for _ in range(2):
    RESULTS = [parsed(example)["image"], kept(example)]
