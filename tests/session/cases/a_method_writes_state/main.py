import tensorflow as tf


class Model:
    def __init__(self):
        self.scale = 2.0
        self.calls = 0

    def forward(self, x):
        return x * self.scale

    def train(self, x):
        return tf.reduce_mean(self.forward(x))


model = Model()
for _ in range(2):
    model.train(tf.ones((2, 2)))
