# unsafe
import tensorflow as tf
from tensorflow.keras import layers


def pooled(x):
    norm = layers.LayerNormalization(epsilon=1e-3)
    return tf.reduce_mean(norm(tf.square(x)), axis=0) + tf.reduce_max(x)


X = tf.constant([[1.0, -2.0], [0.5, 3.0]])
results = [pooled(X), pooled(X - 1.0)]
