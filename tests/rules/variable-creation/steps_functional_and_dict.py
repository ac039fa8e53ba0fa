"""Helpers behind the step, keyword arguments, dict batches, mixed in a `main`."""
import argparse
import tensorflow as tf


def build_model(hidden):
    inputs = tf.keras.Input((4,))
    h = tf.keras.layers.Dense(hidden, activation="relu")(inputs)
    return tf.keras.Model(inputs, tf.keras.layers.Dense(2)(h))


class Head(tf.keras.Model):
    def __init__(self, backbone):
        super().__init__()
        self.backbone = backbone
        self.out = tf.keras.layers.Dense(1)

    def call(self, batch):
        return self.out(self.backbone(batch))


# tf: same
# tf_keras: same
def compute_loss(model, features, labels):  # expect: convert
    return tf.reduce_mean(tf.abs(model(features) - labels))


# tf: same
# tf_keras: same
def step(model, optimizer, batch):  # expect: convert
    with tf.GradientTape() as tape:
        loss = compute_loss(model, batch["x"], batch["y"])
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(list(zip(grads, model.trainable_variables)))
    return {"loss": loss}


def main(args):
    model = Head(build_model(args.hidden))
    optimizer = tf.keras.optimizers.Adam(args.lr)
    x = tf.random.stateless_uniform([8, 4], [1, 2])
    y = tf.reduce_sum(x, 1, keepdims=True)
    dataset = tf.data.Dataset.from_tensor_slices({"x": x, "y": y}).repeat(2).batch(4)
    for i, batch in enumerate(dataset):
        logs = step(model, optimizer, batch)
        if i % 2 == 0:
            print("step", i, "%.2f" % float(logs["loss"]))
    return logs


parser = argparse.ArgumentParser()
parser.add_argument("--hidden", type=int, default=8)
parser.add_argument("--lr", type=float, default=1e-3)
last = main(parser.parse_args([]))
