# unsafe
import tensorflow as tf

class Model:
    def __init__(self):
        self.w = tf.Variable([0.5, -1.5])
        self.seen = []
        self.count = 0
        self.last = None

    def step(self, x):
        y = tf.tanh(x * self.w)
        self.seen.append(y)
        self.count += 1
        self.last = y
        loss = tf.reduce_sum(tf.square(y)) + tf.reduce_max(x)
        self.w.assign_sub(0.1 * y * loss)
        return loss


model = Model()
X = tf.constant([0.5, -1.0])
results = [model.step(X), model.step(X * 2.0), model.step(-X)]
state = [model.seen, model.count, model.last, model.w.numpy()]
