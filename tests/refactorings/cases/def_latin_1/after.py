# -*- coding: latin-1 -*-
# Größe
import os
import tensorflow as tf


@tf.function
def f(größe):
    return 'é', größe
