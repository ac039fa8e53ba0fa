import tensorflow as tf


class Model(tf.Module):
    def __init__(self, start):
        super().__init__()
        self.w = tf.Variable(start)

    def __call__(self, x):
        return tf.tanh(tf.linalg.matvec(x, self.w))


queries = 0


def input_gradient(model, x, y):
    global queries
    queries += 1
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = tf.reduce_mean(tf.square(model(x) - y))
    return tape.gradient(loss, x)


x = tf.reshape(tf.range(12.0), [4, 3]) / 12.0
y = tf.constant([0.0, 1.0, 1.0, 0.0])
for model in (Model(tf.ones([3])), Model(tf.zeros([3]))):
    for _ in range(3):
        x += input_gradient(model, x, y)
print(x.numpy(), queries)
