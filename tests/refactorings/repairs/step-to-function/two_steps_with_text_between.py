# unsafe
import tensorflow as tf


def adversaries(steps):
    constant = tf.keras.initializers.Constant
    generator = tf.keras.Sequential([tf.keras.layers.Dense(4, kernel_initializer=constant(0.1))])
    critic = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer=constant(0.3))])
    g_optimizer, d_optimizer = tf.keras.optimizers.Adam(0.01), tf.keras.optimizers.Adam(0.01)
    noise = tf.random.Generator.from_seed(3)
    for step in range(steps):
        # The critic learns first.
        z = noise.normal((8, 2))
        real = noise.normal((8, 4)) + 2.0
        with tf.GradientTape() as tape:
            fake = critic(generator(z))
            d_loss = tf.reduce_mean(tf.square(critic(real) - 1.0)) + tf.reduce_mean(tf.square(fake))
        grads = tape.gradient(d_loss, critic.trainable_variables)
        d_optimizer.apply_gradients(zip(grads, critic.trainable_variables))
        print(step, "critic", "%.4f" % float(d_loss))
        z = noise.normal((8, 2))
        with tf.GradientTape() as tape:
            g_loss = tf.reduce_mean(tf.square(critic(generator(z)) - 1.0))
        grads = tape.gradient(g_loss, generator.trainable_variables)
        g_optimizer.apply_gradients(zip(grads, generator.trainable_variables))
        print(step, "generator", "%.4f" % float(g_loss))
    return [w.numpy() for w in (*generator.trainable_variables, *critic.trainable_variables)]


result = adversaries(4)
