import tensorflow as tf

import factory


def main():
    def of_one(model, optimizer, x):  # fact: verdict=convert
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(x)))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        return loss

    model, optimizer = factory.load()
    for _ in range(3):
        of_one(model, optimizer, tf.ones([4, 3]))


main()
