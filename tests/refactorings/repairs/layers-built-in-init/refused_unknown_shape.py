import keras
import tensorflow as tf

keras.utils.set_random_seed(5)


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = keras.layers.Dense(3)

    def call(self, x):
        flat = tf.boolean_mask(x, x > 0.0)
        return tf.tanh(self.hidden(flat[None, :])) * 2.0


net = Net()
X = tf.constant([[1.0, -2.0], [0.5, 3.0]])
results = [net(X), net(X * 2.0)]
weights = [each.numpy() for each in net.trainable_variables]
