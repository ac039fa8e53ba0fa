# coding: latin-1
import tensorflow as tf


@tf.function(
    jit_compile=True,
)  # für Größe
def f(x):
    return x
