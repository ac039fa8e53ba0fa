import tensorflow as tf
TOTAL = 1+2
TEXT = ''


@tf.function
def f(x): returnx 
