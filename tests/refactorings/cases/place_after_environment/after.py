import os

os.environ['CUDA_VISIBLE_DEVICES'] = ''

import numpy as np  # (not at the top)
from x import (
    y,
    z,  # last
)  # end
import tensorflow as tf


@tf.function
def f(x):
    return x * 2
