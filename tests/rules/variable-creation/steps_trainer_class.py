"""A trainer class that holds model, optimizer, loss and metrics."""
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers


class Classifier(keras.Model):
    def __init__(self, units, classes, **kwargs):
        super().__init__(**kwargs)
        self.hidden = layers.Dense(units, use_bias=False)
        self.norm = layers.BatchNormalization()
        self.logits = layers.Dense(classes)

    def call(self, inputs, training=None):
        h = self.hidden(inputs)
        h = self.norm(h, training=training)
        return self.logits(h)


class Trainer:
    def __init__(self, model, optimizer, loss_fn):
        self.model = model
        self.optimizer = optimizer
        self.loss_fn = loss_fn
        self.loss_metric = keras.metrics.Mean()
        self.acc_metric = keras.metrics.SparseCategoricalAccuracy()

    # tf: same
    # tf_keras: same
    def train_step(self, x, y):  # expect: convert
        with tf.GradientTape() as tape:
            logits = self.model(x, training=True)
            loss = self.loss_fn(y, logits)
        grads = tape.gradient(loss, self.model.trainable_weights)
        self.optimizer.apply_gradients(zip(grads, self.model.trainable_weights))
        self.loss_metric.update_state(loss)
        self.acc_metric.update_state(y, logits)
        return loss

    # tf: same
    # tf_keras: same
    def test_step(self, x, y):  # expect: convert
        logits = self.model(x, training=False)
        self.acc_metric.update_state(y, logits)

    def fit(self, dataset, epochs):
        history = []
        for epoch in range(epochs):
            self.loss_metric.reset_state()
            for step, (x, y) in enumerate(dataset):
                loss = self.train_step(x, y)
            for x, y in dataset:
                self.test_step(x, y)
            history.append(float(self.loss_metric.result()))
        return history


def main():
    x = tf.random.stateless_uniform([16, 5], [1, 2])
    y = tf.constant([0, 1, 2, 0] * 4)
    data = tf.data.Dataset.from_tensor_slices((x, y)).batch(8)
    trainer = Trainer(Classifier(8, 3), keras.optimizers.Adam(1e-2), keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    history = trainer.fit(data, 2)
    print(["%.3f" % h for h in history])


main()
