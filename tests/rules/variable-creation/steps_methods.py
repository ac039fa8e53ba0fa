"""Methods of the model itself: `compute_loss`, `train_step`, a variational autoencoder."""
import tensorflow as tf


class CVAE(tf.keras.Model):
    def __init__(self, latent_dim):
        super().__init__()
        self.latent_dim = latent_dim
        self.encoder = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(2 * latent_dim)])
        self.decoder = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(6)])

    # tf: same
    def encode(self, x):  # expect: convert
        mean, logvar = tf.split(self.encoder(x), num_or_size_splits=2, axis=1)
        return mean, logvar

    # tf: same
    def reparameterize(self, mean, logvar, eps):  # expect: convert
        return eps * tf.exp(logvar * 0.5) + mean

    # tf: same
    def decode(self, z, apply_sigmoid=False):  # expect: convert
        logits = self.decoder(z)
        if apply_sigmoid:
            return tf.sigmoid(logits)
        return logits


# tf: same
def compute_loss(model, x, eps):  # expect: convert
    mean, logvar = model.encode(x)
    z = model.reparameterize(mean, logvar, eps)
    x_logit = model.decode(z)
    cross_ent = tf.nn.sigmoid_cross_entropy_with_logits(logits=x_logit, labels=x)
    return tf.reduce_mean(tf.reduce_sum(cross_ent, axis=1)) + 0.1 * tf.reduce_mean(tf.square(mean) - logvar)


# tf: same
def train_step(model, x, eps, optimizer):  # expect: convert
    with tf.GradientTape() as tape:
        loss = compute_loss(model, x, eps)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


optimizer = tf.keras.optimizers.Adam(1e-3)
model = CVAE(2)
data = tf.random.stateless_uniform([8, 6], [1, 2])
for epoch in range(3):
    eps = tf.random.stateless_normal([8, 2], [epoch, 5])
    loss = train_step(model, data, eps, optimizer)
sample = model.decode(tf.zeros([1, 2]), apply_sigmoid=True)
