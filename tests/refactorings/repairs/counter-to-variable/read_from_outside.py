# unsafe
import tensorflow as tf


class Shift(tf.Module):
    def __init__(self):
        super().__init__()
        self.b = tf.Variable(0.5)
        self.seen = 0

    def __call__(self, x):
        self.seen += 1
        return tf.tanh(x + self.b) * tf.exp(-tf.square(x)) + tf.sqrt(tf.abs(x))


def twice(shift, x):
    return shift(shift(x) * 2.0)


shift = Shift()
x = tf.linspace(-1.0, 1.0, 5)
for _ in range(3):
    x = twice(shift, x)
print(x.numpy(), shift.seen)
if shift.seen > 4:
    print("many", 10 * shift.seen)
