"""Two models, two optimizers, two tapes (the DCGAN tutorial)."""
import tensorflow as tf
from tensorflow.keras import layers

NOISE = 4
BATCH = 8


def make_generator_model():
    model = tf.keras.Sequential()
    model.add(layers.Dense(8, use_bias=False))
    model.add(layers.BatchNormalization())
    model.add(layers.LeakyReLU())
    model.add(layers.Dense(6, activation="tanh"))
    return model


class Discriminator(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = layers.Dense(8)
        self.act = layers.LeakyReLU()
        self.drop = layers.Dropout(0.3)
        self.out = layers.Dense(1)

    def call(self, x, training=False):
        return self.out(self.drop(self.act(self.hidden(x)), training=training))


generator = make_generator_model()
discriminator = Discriminator()
cross_entropy = tf.keras.losses.BinaryCrossentropy(from_logits=True)
generator_optimizer = tf.keras.optimizers.Adam(1e-4)
discriminator_optimizer = tf.keras.optimizers.Adam(1e-4)


# tf: same
def discriminator_loss(real_output, fake_output):  # expect: convert
    real_loss = cross_entropy(tf.ones_like(real_output), real_output)
    fake_loss = cross_entropy(tf.zeros_like(fake_output), fake_output)
    return real_loss + fake_loss


# tf: same
def generator_loss(fake_output):  # expect: convert
    return cross_entropy(tf.ones_like(fake_output), fake_output)


# tf: same
def train_step(images, noise):  # expect: convert
    with tf.GradientTape() as gen_tape, tf.GradientTape() as disc_tape:
        generated_images = generator(noise, training=True)
        real_output = discriminator(images, training=True)
        fake_output = discriminator(generated_images, training=True)
        gen_loss = generator_loss(fake_output)
        disc_loss = discriminator_loss(real_output, fake_output)
    gradients_of_generator = gen_tape.gradient(gen_loss, generator.trainable_variables)
    gradients_of_discriminator = disc_tape.gradient(disc_loss, discriminator.trainable_variables)
    generator_optimizer.apply_gradients(zip(gradients_of_generator, generator.trainable_variables))
    discriminator_optimizer.apply_gradients(zip(gradients_of_discriminator, discriminator.trainable_variables))
    return gen_loss, disc_loss


def train(dataset, epochs):
    for epoch in range(epochs):
        for image_batch in dataset:
            noise = tf.random.stateless_normal([BATCH, NOISE], [epoch, 1])
            losses = train_step(image_batch, noise)
    return losses


images = tf.random.stateless_uniform([16, 6], [3, 4])
final = train(tf.data.Dataset.from_tensor_slices(images).batch(BATCH), 2)
