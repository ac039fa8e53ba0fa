"""A list of blocks, losses of regularizers, gradient clipping, a learning-rate schedule, batches cut by NumPy."""
import numpy as np
import tensorflow as tf


class Block(tf.keras.layers.Layer):
    def __init__(self, units, rate=0.0):
        super().__init__()
        self.lin = tf.keras.layers.Dense(units, use_bias=False, kernel_regularizer=tf.keras.regularizers.l2(1e-3))
        self.bn = tf.keras.layers.BatchNormalization()
        self.act = tf.keras.layers.Activation("relu")

    def call(self, x, training=None):
        return self.act(self.bn(self.lin(x), training=training))


class ResNet(tf.keras.Model):
    def __init__(self, widths, classes):
        super().__init__()
        self.blocks = [Block(w) for w in widths]
        self.head = tf.keras.layers.Dense(classes, activation="softmax")

    def call(self, x, training=None):
        for block in self.blocks:
            x = block(x, training=training)
        return self.head(x)


net = ResNet([6, 6], 3)
schedule = tf.keras.optimizers.schedules.ExponentialDecay(0.1, 10, 0.9)
optimizer = tf.keras.optimizers.SGD(schedule, momentum=0.9)
criterion = tf.keras.losses.CategoricalCrossentropy()


# tf: same
# tf_keras: same
def train_on_batch(x, y):  # expect: convert
    with tf.GradientTape() as tape:
        p = net(x, training=True)
        loss = criterion(y, p) + tf.add_n(net.losses)
    grads = tape.gradient(loss, net.trainable_variables)
    grads, _ = tf.clip_by_global_norm(grads, 5.0)
    optimizer.apply_gradients(zip(grads, net.trainable_variables))
    return loss


# tf: same
# tf_keras: same
def evaluate(x, y):  # expect: convert
    p = net(x, training=False)
    hits = tf.equal(tf.argmax(p, 1), tf.argmax(y, 1))
    return tf.reduce_mean(tf.cast(hits, tf.float32))


rng = np.random.default_rng(0)
features = rng.random((12, 4)).astype("float32")
targets = np.eye(3, dtype="float32")[rng.integers(0, 3, 12)]
history = []
for epoch in range(2):
    order = rng.permutation(12)
    for start in range(0, 12, 4):
        rows = order[start : start + 4]
        history.append(float(train_on_batch(tf.constant(features[rows]), tf.constant(targets[rows]))))
    score = evaluate(tf.constant(features), tf.constant(targets)).numpy()
