"""What the next step sets anew before anything reads it is no result of the first; what a `break` leaves as it is, is one."""

# unsafe
import tensorflow as tf


def train(batches, limit):
    generator = tf.keras.Sequential([tf.keras.layers.Dense(3, kernel_initializer="ones")])
    critic = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones")])
    g_optimizer, c_optimizer = tf.keras.optimizers.SGD(0.01), tf.keras.optimizers.SGD(0.01)
    for x, z in batches:
        with tf.GradientTape() as tape:
            fake = generator(z)
            score = critic(fake)
            c_loss = tf.reduce_mean(score) - tf.reduce_mean(critic(x))
        c_optimizer.apply_gradients(
            zip(tape.gradient(c_loss, critic.trainable_variables), critic.trainable_variables)
        )
        print("critic %.4f" % c_loss)
        fake = generator(z)
        if c_loss > limit:
            break
        with tf.GradientTape() as tape:
            fake = generator(z)
            score = critic(fake)
            g_loss = -tf.reduce_mean(score)
        g_optimizer.apply_gradients(
            zip(tape.gradient(g_loss, generator.trainable_variables), generator.trainable_variables)
        )
        print("generator %.4f" % g_loss)
    print("%.4f %.4f" % (tf.reduce_mean(fake), tf.reduce_mean(score)))


x = tf.reshape(tf.range(12.0), [4, 3]) / 12.0
z = tf.reshape(tf.range(8.0), [4, 2]) / 8.0
for limit in (100.0, -100.0):
    train([(x, z), (x, z)], limit)
