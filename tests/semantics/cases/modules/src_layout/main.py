"""`src/shapes` is imported as `shapes`."""

import tensorflow as tf
from shapes.area import scaled

scaled(tf.constant([1.0, 2.0]))
