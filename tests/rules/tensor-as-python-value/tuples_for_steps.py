"""Steps of a model that `fit` runs: parts of an element may be structures."""

import tensorflow as tf


class Model(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.dense(x)

    # tf: same
    @tf.function
    def train_step(self, data):  # expect: keep
        x, targets = data
        scale, wanted = targets
        loss = tf.reduce_mean(tf.square(self(x) - wanted)) * tf.reduce_sum(scale)
        return {"loss": loss}


rows = tf.data.Dataset.from_tensor_slices(tf.ones([4, 3]))
model = Model()
model.compile(optimizer="sgd")
model.fit(rows.map(lambda x: (x, (x[:1], x[:1]))).batch(2), verbose=0)
