"""Results of operations by their names, and of operations that several modules have: their lengths depend on values."""

import keras
import tensorflow as tf
import tensorflow.experimental.numpy as tnp


# tf: raises TypeError "NoneType"
def unique_values(x):  # expect: HYB105
    return x * float(tf.unique(x).y.shape[0])


# tf: raises TypeError "NoneType"
def counts(x):  # expect: HYB105
    found = tf.unique_with_counts(x)
    return x * float(found.count.shape[0])


# tf: raises ValueError "Cannot infer argument `num` from shape"
def parts(x):  # expect: HYB105
    return tf.add_n(tf.unstack(tf.unique(x).y)) + x


# tf: same
def lengths_that_are_known(x):  # expect: convert
    best = tf.math.top_k(x, 2)
    return best.values * float(best.indices.shape[0] + tf.unique(x).idx.shape[0])


# tf: same
def computed_with(x):  # expect: convert
    found = tf.unique(x)
    return tf.math.unsorted_segment_sum(x, found.idx, tf.shape(found.y)[0])


# tf: raises TypeError "NoneType"
def by_its_raw_name(x):  # expect: HYB105
    return x * float(tf.raw_ops.UniqueV2(x=x, axis=[0]).y.shape[0])


# tf: raises TypeError "NoneType"
def where_of_version_1(x):  # expect: HYB105
    return x * float(tf.compat.v1.where(x > 0.0).shape[0])


# tf: raises TypeError "NoneType"
def of_keras(x):  # expect: HYB105
    return x * float(keras.ops.nonzero(x)[0].shape[0])


# tf: raises TypeError "NoneType"
def of_numpy_in_tensorflow(x):  # expect: HYB105
    return x * float(tnp.nonzero(x)[0].shape[0])


# tf: raises TypeError "TypeError: float() argument must be a string or a real numbe"
def of_a_recording(encoded):  # expect: HYB105
    signal = tf.squeeze(tf.audio.decode_wav(encoded).audio)
    return signal * float(signal.shape[0])


# tf: same
def boxes_of_images(boxes, scores):  # expect: convert
    kept = tf.image.combined_non_max_suppression(boxes, scores, 4, 4)
    return kept.nmsed_boxes * 2.0, tf.cast(kept.valid_detections, tf.float32), kept.nmsed_classes


def main():
    recording = tf.audio.encode_wav(tf.zeros([8, 1]), 8000)
    x = tf.constant([1.0, 2.0, 1.0])
    for _ in range(2):
        unique_values(x)
        counts(x)
        parts(x)
        lengths_that_are_known(x)
        computed_with(x)
        by_its_raw_name(x)
        where_of_version_1(x)
        of_keras(x)
        of_numpy_in_tensorflow(x)
        of_a_recording(recording)
        boxes_of_images(tf.ones([1, 3, 1, 4]), tf.ones([1, 3, 2]))


main()
