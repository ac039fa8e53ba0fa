# coding: shift_jis
import tensorflow as tf


@tf.function
def f(x):
    '''表示'''
    return x
