import tensorflow as tf


class Sampler:
    def __init__(self, w):
        self.w = w
        self.drawn = 0
        self.skipped = 3

    def noise(self, x):
        self.drawn += 2
        u = tf.random.stateless_uniform(tf.shape(x), seed=[self.drawn, 7])
        return tf.tanh(x * self.w) + 0.1 * u + x / self.drawn

    def restart(self):
        self.drawn = 0
        self.skipped -= 1

    def report(self):
        print("%d drawn, %d skipped" % (self.drawn, self.skipped))


sampler = Sampler(tf.constant(2.0))
x = tf.linspace(-1.0, 1.0, 5)
for n in range(4):
    x = sampler.noise(x)
    sampler.report()
    if n == 2:
        sampler.restart()
print(x.numpy())
