import tensorflow as tf
from pkg import run
from pkg.inner import deepest

run(tf.constant([1.0, 2.0]))
deepest(tf.constant([1.0, 2.0]))
