import tensorflow as tf


def f(
    x,  # input
    *,
    scale=(1,
2),
):
    '''Doc.'''
    return x
