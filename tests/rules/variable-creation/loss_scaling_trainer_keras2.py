"""A trainer under a policy of 16 bits, whose last bits graphs round otherwise: losses part by a thousandth."""

import tensorflow as tf
from tensorflow.keras import mixed_precision

policy = mixed_precision.Policy("mixed_float16")
mixed_precision.set_global_policy(policy)


class Trainer:
    def __init__(self, model, optimizer, use_amp):
        self.model = model
        self.optimizer = optimizer
        self.use_amp = use_amp
        self.loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
        self.metric = tf.keras.metrics.Mean()

    # tf: same
    # tf_keras: differs
    def train_step(self, x, y):  # expect: convert unsafe
        with tf.GradientTape() as tape:
            logits = self.model(x, training=True)
            logits = tf.cast(logits, tf.float32)
            loss = self.loss(y, logits)
            if self.use_amp:
                scaled = self.optimizer.get_scaled_loss(loss)
            else:
                scaled = loss
        grads = tape.gradient(scaled, self.model.trainable_variables)
        if self.use_amp:
            grads = self.optimizer.get_unscaled_gradients(grads)
        grads, _ = tf.clip_by_global_norm(grads, 1.0)
        self.optimizer.apply_gradients(zip(grads, self.model.trainable_variables))
        self.metric.update_state(loss)
        return loss

    def fit(self, data, epochs):
        for _ in range(epochs):
            for x, y in data:
                self.train_step(x, y)


model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(2)])
model.build((None, 4))
optimizer = mixed_precision.LossScaleOptimizer(tf.keras.optimizers.Adam(0.01), dynamic=True)
data = tf.data.Dataset.from_tensor_slices((tf.ones([32, 4]), tf.zeros([32], tf.int32))).batch(8)
trainer = Trainer(model, optimizer, True)
if hasattr(optimizer, "get_scaled_loss"):
    trainer.fit(data, 3)
RESULT = float(trainer.metric.result())
WEIGHTS = [variable.numpy() for variable in model.trainable_variables]
