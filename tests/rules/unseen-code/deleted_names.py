"""A name that is deleted after its last use, as programs do with tapes that may be asked several times."""

import tensorflow as tf


class Net:
    def __init__(self):
        self.dense = tf.keras.layers.Dense(1, kernel_initializer="ones")

    # tf: same
    def residual(self, xt):  # expect: convert
        x, t = xt[:, 0:1], xt[:, 1:2]
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            tape.watch(t)
            u = tf.square(self.dense(tf.concat([x, t], axis=1)))
            u_x = tape.gradient(u, x)
        u_t = tape.gradient(u, t)
        u_xx = tape.gradient(u_x, x)
        del tape
        return u_t + u * u_x - u_xx


net = Net()
for _ in range(2):
    net.residual(tf.ones([3, 2]))
