import tensorflow as tf


def scale(x, unit="🧮"):  # 🧮
    return tf.exp(x) * tf.sin(x) + tf.cos(x)


for _ in range(10):
    print("🧮🧮", scale(tf.ones([2])))
