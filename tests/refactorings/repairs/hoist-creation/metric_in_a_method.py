from tensorflow import keras
import tensorflow as tf


class Evaluator:
    def __init__(self, scale):
        self.scale = scale

    def accuracy(self, labels, scores):
        hits = keras.metrics.BinaryAccuracy(threshold=0.25)
        hits(labels, tf.sigmoid(scores * self.scale))
        return hits.result()


ONES = tf.constant([1.0, 0.0, 1.0, 1.0])
evaluator = Evaluator(2.0)
results = [evaluator.accuracy(ONES, ONES - 0.5), evaluator.accuracy(ONES, -ONES)]
