"""Parts of a function of a module are named for the networks that they train, also by one letter."""

import tensorflow as tf

generator = tf.keras.Sequential([tf.keras.layers.Dense(4, kernel_initializer="ones")])
critic = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones")])
g_optimizer = tf.keras.optimizers.SGD(0.01)
c_optimizer = tf.keras.optimizers.SGD(0.01)
STEPS = 2


def train(batches):
    history = []
    for real, noise in batches:
        # more steps of the critic
        for _ in range(STEPS):
            with tf.GradientTape() as tape:
                c_loss = tf.reduce_mean(critic(generator(noise))) - tf.reduce_mean(critic(real))
            grads = tape.gradient(c_loss, critic.trainable_variables)
            c_optimizer.apply_gradients(zip(grads, critic.trainable_variables))
        history.append(float(c_loss))

        # now the generator
        with tf.GradientTape() as tape:
            g_loss = -tf.reduce_mean(critic(generator(noise)))
        grads = tape.gradient(g_loss, generator.trainable_variables)
        g_optimizer.apply_gradients(zip(grads, generator.trainable_variables))
        history.append(float(g_loss))
    return history


real = tf.reshape(tf.range(8.0), [2, 4]) / 8.0
noise = tf.reshape(tf.range(8.0), [2, 4]) / 4.0
for _ in range(20):
    history = train([(real, noise), (real, noise)])
RESULT = history
