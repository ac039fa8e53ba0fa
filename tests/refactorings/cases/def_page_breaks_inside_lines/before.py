import tensorflow as tf
TOTAL = 1+2
TEXT = ''


def f(x): returnx 
