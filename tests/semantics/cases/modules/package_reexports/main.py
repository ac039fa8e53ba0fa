import tensorflow as tf
from shapes import area as measured
from shapes import Circle, inner
from shapes.inner import deep
import shapes.inner.deep as module

measured(tf.constant([1.0]), tf.constant([2.0]))
circle = Circle(2.0)
circle.scaled(tf.constant([1.0, 2.0, 3.0, 4.0]))
deep.lowest(tf.zeros([1]))
inner.lifted(tf.ones([5]))
module.other(3)
