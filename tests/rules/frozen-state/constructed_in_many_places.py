"""Models of a class that is made in so many places that their constructors share an evaluation: each sets its own parts."""

import tensorflow as tf


class Block(tf.keras.Model):
    def __init__(self, units):
        super().__init__()
        self.dense = tf.keras.layers.Dense(units, kernel_initializer="ones")

    def call(self, x):
        return tf.nn.leaky_relu(self.dense(x), alpha=0.1)


class Head(tf.keras.Model):
    def __init__(self, n=3):
        super().__init__()
        self.a = Block(4)
        self.b = Block(4)
        self.c = Block(n)

    def call(self, x):
        return self.c(self.b(self.a(x)))


class Net(tf.keras.Model):
    def __init__(self, n=3):
        super().__init__()
        self.head = Head(n)

    def call(self, x):
        return self.head(x)


def overfit(steps):
    model = Net(n=1)
    model(tf.zeros([1, 3]))
    return train(model, steps)


def some(steps):
    model = Net(n=1)
    model(tf.zeros([1, 3]))
    return train(model, steps)


def train(model, steps):
    results = []
    for i in range(steps):
        results.append(gradients(model, tf.ones([2, 3]) * tf.cast(i, tf.float32), tf.zeros([2, 1])))
    return results


# tf: same
def gradients(model, x, y):  # expect: convert
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - y))
    return tape.gradient(loss, model.trainable_variables), loss


def create_model(n):
    model = Net(n=n)
    return model


head, net = Head(), Net()
first, second = Net(18), Net(255)
RESULTS = [overfit(2), some(2)]
