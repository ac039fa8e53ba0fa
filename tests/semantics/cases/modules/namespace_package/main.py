"""`plugins` has no `__init__.py`."""

import plugins.first.scale
import plugins.second.shift as shifting
import tensorflow as tf
from plugins.first import scale

plugins.first.scale.scale(tf.constant([1.0]))
scale.again(tf.constant([1.0]))
shifting.shift(tf.constant([1.0]))
