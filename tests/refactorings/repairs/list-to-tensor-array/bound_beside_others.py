import tensorflow as tf


def prefixes(x):
    acc, out = tf.zeros_like(x[0]), []
    for v in x:
        acc = acc * 0.5 + v
        out.append(acc)
    return tf.stack(out)


X = tf.constant([[1.0, -2.0], [0.5, 3.0]])
results = [prefixes(X), prefixes(tf.concat([X, X], 0))]
