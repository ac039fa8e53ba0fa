import runpy

import tensorflow as tf

import core
import plain

core.between(tf.ones([2]))
plain.untouched(tf.ones([2]))
runpy.run_module("plugin")
core.between(tf.ones([2]))
plain.untouched(tf.ones([2]))
