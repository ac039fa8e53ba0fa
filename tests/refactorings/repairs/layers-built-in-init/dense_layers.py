import keras
import tensorflow as tf

keras.utils.set_random_seed(5)


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = keras.layers.Dense(16, activation="tanh")  # wide
        self.score = keras.layers.Dense(
            1,
            kernel_initializer="glorot_normal",
        )

    def call(self, x):
        return tf.squeeze(self.score(self.hidden(x)), -1) + tf.reduce_sum(x)


net = Net()
X = tf.constant([[1.0, -2.0], [0.5, 3.0]])
results = [net(X), net(X * 2.0)]
weights = [each.numpy() for each in net.trainable_variables]
