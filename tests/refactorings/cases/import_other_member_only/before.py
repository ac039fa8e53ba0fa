from tensorflow import keras
import numpy as np


def f(x):
    return x * 2
