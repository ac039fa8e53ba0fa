"""What a function gains that the text calls a few times, where it also runs code that cannot be seen."""

import tensorflow as tf
import unseen

def body(x):
    for _ in range(300):
        x = tf.exp(tf.sin(tf.cos(tf.tanh(x * 1.5))))
    return x


class Painter(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.decoder = unseen.make()

    def sample(self, x):  # fact: verdict=convert gain=low
        return body(self.decoder(body(x)))

    def sample_often(self, x):  # fact: verdict=convert gain=high
        return body(self.decoder(body(x)))

    def sample_all(self, x):  # fact: verdict=convert gain=high
        for _ in range(9):
            x = self.decoder(x)
        return body(body(x))


painter = Painter()
for n in range(10):
    print(painter.sample(tf.fill([2], float(n))))

for n in range(10):
    print(painter.sample_all(tf.fill([2], float(n))))

for n in range(90_000):
    print(painter.sample_often(tf.fill([2], float(n))))
