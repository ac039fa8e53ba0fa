"""A training loop: state that changes, a parameter that one call passes, a gradient."""

import tensorflow as tf


class Trainer:
    def __init__(self, rate):
        self.rate = rate
        self.count = 0
        self.w = tf.Variable(tf.ones([28, 10]))

    def loss(self, images, labels):  # why
        logits = images @ self.w  # why: images
        return tf.reduce_mean(tf.square(logits - labels)) * self.rate  # why: self.rate, logits

    def step(self, images, labels):  # why
        with tf.GradientTape() as tape:
            loss = self.loss(images, labels)  # why: loss, labels
        self.count += 1  # why
        g = tape.gradient(loss, self.w)  # why: g
        self.w.assign_sub(g * self.rate)
        return loss


def main():
    trainer = Trainer(0.1)  # why: Trainer(0.1)
    images = tf.ones([32, 28])
    labels = tf.zeros([32, 10])
    for i in range(10):  # why: i
        trainer.step(images, labels)
    trainer.rate = 0.01
    trainer.step(images, labels)


if __name__ == "__main__":
    main()
