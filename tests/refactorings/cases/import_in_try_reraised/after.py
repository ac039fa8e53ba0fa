try:
    import tensorflow as tf
except ImportError as error:
    raise SystemExit('TensorFlow is missing') from error


@tf.function
def f(x):
    return x * 2
