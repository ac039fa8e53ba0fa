# unsafe
import tensorflow as tf

failures = []


def ratio(x):
    if tf.reduce_sum(x) > 100.0:
        failures.append("large")
        raise ValueError("large")
    if tf.reduce_sum(x) < -100.0:
        raise ValueError("small") from None
    elif tf.reduce_sum(x) < -10.0:
        raise ValueError
    return 1.0 / tf.reduce_sum(x)


results = [ratio(tf.constant([1.0, 4.0]))]
