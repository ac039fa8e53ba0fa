"""Model, optimizer and loss are parameters."""
import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super(Net, self).__init__()
        self.dense1 = tf.keras.layers.Dense(4, activation=tf.nn.relu)
        self.dense2 = tf.keras.layers.Dense(1)

    def call(self, inputs):
        x = self.dense1(inputs)
        return self.dense2(x)


# tf: same
# tf_keras: same
def loss_fn(model, x, y, training):  # expect: convert
    y_ = model(x)
    return tf.reduce_mean(tf.square(y - y_))


# tf: same
# tf_keras: same
def grad(model, inputs, targets):  # expect: convert
    with tf.GradientTape() as tape:
        loss_value = loss_fn(model, inputs, targets, training=True)
    return loss_value, tape.gradient(loss_value, model.trainable_variables)


# tf: same
# tf_keras: same
def train_step(model, optimizer, x, y):  # expect: convert
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(y - model(x)))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


x = tf.random.stateless_uniform([16, 3], [1, 2])
y = tf.reduce_sum(x, axis=1, keepdims=True)
model = Net()
optimizer = tf.keras.optimizers.SGD(learning_rate=0.01)
losses = []
for epoch in range(3):
    loss_value, grads = grad(model, x, y)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    losses.append(loss_value.numpy())
other, adam = Net(), tf.keras.optimizers.Adam(0.01)
for epoch in range(3):
    losses.append(float(train_step(other, adam, x, y)))
