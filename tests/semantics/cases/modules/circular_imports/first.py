import tensorflow as tf
import second


def ping(x, depth):  # fact: recursive=true tensor_parameter=true called=true
    return second.pong(x, depth - 1) if depth else x


def base(x):  # fact: recursive=false tensor_parameter=true verdict=convert
    return x * 2.0
