import tensorflow as tf


TEXT = '''
def f(x):
    return x
'''


@tf.function
def f(x):
    return x * 2
    # def f(x):
