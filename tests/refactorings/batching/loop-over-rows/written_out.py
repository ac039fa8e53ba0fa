"""The computation stands in the loop itself, and its results are added up."""

import tensorflow as tf


class Metric(tf.Module):
    def __init__(self):
        super().__init__()
        self.scale = tf.Variable([1.0, 2.0])

    def distance(self, points, centres):
        total = 0.0
        for i in range(points.shape[0]):
            difference = (points[i] - centres[i]) * self.scale
            total += tf.sqrt(tf.reduce_sum(difference**2))
        return total


metric = Metric()
points = tf.constant([[0.0, 1.0], [2.0, 3.0], [1.0, 1.0]])
centres = tf.constant([[1.0, 1.0], [0.5, 0.5], [2.0, 0.0]])
with tf.GradientTape() as tape:
    distance = metric.distance(points, centres)
gradient = tape.gradient(distance, metric.scale)
