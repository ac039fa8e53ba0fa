import tensorflow as tf


TEXT = '''
def f(x):
    return x
'''


def f(x):
    return x * 2
    # def f(x):
