import tensorflow as tf


class Trainer:
    def __init__(self, w):
        self.w = tf.Variable(w)
        self.rate = 1.0
        self.losses = []

    def step(self, x, y):
        self.rate *= 0.9
        error = tf.linalg.matvec(x, self.w) - y
        change = tf.linalg.matvec(x, error, transpose_a=True)
        self.w.assign_sub(self.rate * change)
        self.losses.append(float(tf.reduce_mean(tf.square(error))))


trainer = Trainer(tf.zeros([3]))
x = tf.reshape(tf.range(12.0), [4, 3]) / 12.0
y = tf.constant([0.0, 1.0, 1.0, 0.0])
for _ in range(60):
    trainer.step(x, y)
print(trainer.w.numpy(), trainer.losses)
