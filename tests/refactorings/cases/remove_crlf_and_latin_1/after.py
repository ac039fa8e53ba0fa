# coding: latin-1
import tensorflow as tf


# für Größe
def f(x):
    return x
