import tensorflow as tf

THRESHOLD = 0.25


def hits(labels, x):
    accuracy = tf.keras.metrics.BinaryAccuracy(threshold=THRESHOLD)
    accuracy.update_state(labels, tf.sigmoid(x))
    return accuracy.result()


THRESHOLD = 0.5
results = [hits(tf.constant([1.0, 0.0]), tf.constant([0.1, -2.0]))]
