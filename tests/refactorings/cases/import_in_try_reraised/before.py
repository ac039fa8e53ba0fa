try:
    import tensorflow as tf
except ImportError as error:
    raise SystemExit('TensorFlow is missing') from error


def f(x):
    return x * 2
