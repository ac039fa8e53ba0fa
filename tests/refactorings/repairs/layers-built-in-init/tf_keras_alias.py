from tensorflow import keras
import tensorflow as tf

keras.utils.set_random_seed(5)


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.cell = keras.layers.SimpleRNN(3)
        self.head = keras.layers.Dense(2)

    def call(self, x):
        return tf.nn.softmax(self.head(self.cell(x)))


net = Net()
X = tf.constant([[[1.0, -2.0], [0.5, 3.0], [0.0, 1.0]]])
results = [net(X), net(X * 2.0)]
weights = [each.numpy() for each in net.trainable_variables]
