import tensorflow as tf


try:
    pass
except* ValueError:
    def f(x):
        return x
