import tensorflow as tf


def show(names):
    layer = tf.keras.layers.Dense(2, kernel_initializer=tf.keras.initializers.Constant(0.2))
    for name in names:
        print(name)
    return layer(tf.ones((1, 2)))


result = show(["a", "b"])
