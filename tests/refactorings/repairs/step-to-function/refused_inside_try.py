import tensorflow as tf


def train(steps):
    layer = tf.keras.layers.Dense(2, kernel_initializer=tf.keras.initializers.Constant(0.2))
    for _ in range(steps):
        try:
            y = tf.reduce_sum(tf.square(layer(tf.ones((1, 2)))))
            print(float(y))
        except ValueError:
            pass
    return layer.trainable_variables[0].numpy()


result = train(2)
