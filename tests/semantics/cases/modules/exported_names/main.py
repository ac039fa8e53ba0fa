import tensorflow as tf
from lib import *

v = tf.constant([1.0, 2.0])
one(v)
two(v)
three(v)
_first._hidden(v)
