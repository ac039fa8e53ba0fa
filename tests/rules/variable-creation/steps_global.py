"""A custom training loop over a subclassed model, in the ways people write it."""
import numpy as np
import tensorflow as tf
from tensorflow.keras import Model
from tensorflow.keras.layers import Conv2D, Dense, Dropout, Flatten, BatchNormalization

images = tf.random.stateless_uniform([16, 8, 8, 1], [1, 2])
labels = tf.constant([0, 1, 2, 3] * 4)
train_ds = tf.data.Dataset.from_tensor_slices((images, labels)).batch(8)
test_ds = tf.data.Dataset.from_tensor_slices((images, labels)).batch(8)


class MyModel(Model):
    def __init__(self):
        super().__init__()
        self.conv1 = Conv2D(4, 3, activation="relu")
        self.flatten = Flatten()
        self.d1 = Dense(8, activation="relu")
        self.drop = Dropout(0.1)
        self.d2 = Dense(10)

    def call(self, x, training=False):
        x = self.conv1(x)
        x = self.flatten(x)
        x = self.d1(x)
        x = self.drop(x, training=training)
        return self.d2(x)


# 1: everything global (the quickstart for experts)
model = MyModel()
loss_object = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = tf.keras.optimizers.Adam()
train_loss = tf.keras.metrics.Mean(name="train_loss")
train_accuracy = tf.keras.metrics.SparseCategoricalAccuracy(name="train_accuracy")
test_loss = tf.keras.metrics.Mean(name="test_loss")
test_accuracy = tf.keras.metrics.SparseCategoricalAccuracy(name="test_accuracy")


# tf: same
# tf_keras: differs
def train_step(images, labels):  # expect: convert
    with tf.GradientTape() as tape:
        predictions = model(images, training=True)
        loss = loss_object(labels, predictions)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    train_loss(loss)
    train_accuracy(labels, predictions)


# tf: same
# tf_keras: same
def test_step(images, labels):  # expect: convert
    predictions = model(images, training=False)
    t_loss = loss_object(labels, predictions)
    test_loss(t_loss)
    test_accuracy(labels, predictions)


for epoch in range(2):
    train_loss.reset_state()
    train_accuracy.reset_state()
    for images_, labels_ in train_ds:
        train_step(images_, labels_)
    for test_images, test_labels in test_ds:
        test_step(test_images, test_labels)
    print(f"Epoch {epoch + 1}, Loss: {train_loss.result():0.2f}, Accuracy: {train_accuracy.result() * 100:0.2f}")
