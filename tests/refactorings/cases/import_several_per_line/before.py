import os, tensorflow as tf; import sys


def f(x):
    return x * 2
