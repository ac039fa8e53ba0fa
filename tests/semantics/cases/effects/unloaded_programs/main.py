"""No change of `freezing`, which this program does not load, concerns it; those of `late` do."""


import tensorflow as tf

import late
from shared import weights


class Kernel:
    scale = 3.0
    width = 2.0


kernel = globals()["Kernel"]()


def scaled(x):  # fact: refusals=-
    return tf.sqrt(x * kernel.scale) + x


def widened(x):  # fact: refusals=frozen-state
    return tf.sqrt(x * kernel.width) + x


for _ in range(2):
    scaled(weights())
    widened(weights())
    late.widen(kernel)
