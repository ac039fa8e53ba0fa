import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = tf.keras.layers.Dense(4, kernel_initializer="ones")

    def call(self, x):
        y = self.hidden(x)
        self.add_loss(tf.reduce_mean(tf.square(y)))
        return tf.tanh(y)


net = Net()
optimizer = tf.keras.optimizers.SGD(0.1)
data = tf.data.Dataset.from_tensor_slices(tf.ones([8, 3])).batch(4)


def main():
    for epoch in range(2):
        for step, x in enumerate(data):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(net(x)) + sum(net.losses)
            grads = tape.gradient(loss, net.trainable_variables)
            optimizer.apply_gradients(zip(grads, net.trainable_variables))
            print(epoch, step, f"{float(loss):.4f}")


main()
