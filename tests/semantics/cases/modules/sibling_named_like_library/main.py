"""In a package, `random` is the library's: only beside a script the file of that name is meant."""

import tensorflow as tf
from tools.noise import blur

blur(tf.ones([2]))
