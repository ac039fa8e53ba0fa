"""Binary logistic regression by gradient descent with momentum: variables and steps at module level."""

import argparse

import keras
import numpy as np
import tensorflow as tf

FEATURES = 20
BATCH = 64
LEARNING_RATE = 0.1
MOMENTUM = 0.9
L2 = 1e-3

weights = tf.Variable(tf.zeros([FEATURES, 1]), name="weights")
bias = tf.Variable(tf.zeros([1]), name="bias")
weights_velocity = tf.Variable(tf.zeros([FEATURES, 1]), trainable=False)
bias_velocity = tf.Variable(tf.zeros([1]), trainable=False)


def make_data(count, seed):
    rng = np.random.default_rng(seed)
    truth = np.linspace(-1.0, 1.0, FEATURES)[:, None]
    x = rng.normal(size=(count, FEATURES))
    y = x @ truth + rng.normal(scale=0.5, size=(count, 1)) > 0
    return x.astype("float32"), y.astype("float32")


def batches(x, y):
    dataset = tf.data.Dataset.from_tensor_slices((x, y))
    return dataset.shuffle(len(x), seed=3).repeat().batch(BATCH, drop_remainder=True)


def predict(x):
    return tf.matmul(x, weights) + bias


def penalized_loss(logits, y):
    cross_entropy = tf.nn.sigmoid_cross_entropy_with_logits(labels=y, logits=logits)
    return tf.reduce_mean(cross_entropy) + L2 * tf.reduce_sum(tf.square(weights))


def train_step(x, y):
    with tf.GradientTape() as tape:
        logits = predict(x)
        loss = penalized_loss(logits, y)
    d_weights, d_bias = tape.gradient(loss, [weights, bias])
    weights_velocity.assign(MOMENTUM * weights_velocity + d_weights)
    bias_velocity.assign(MOMENTUM * bias_velocity + d_bias)
    weights.assign_sub(LEARNING_RATE * weights_velocity)
    bias.assign_sub(LEARNING_RATE * bias_velocity)
    hits = tf.equal(logits > 0.0, y > 0.5)
    return loss, tf.reduce_mean(tf.cast(hits, tf.float32))


def evaluate(x, y):
    probability = tf.sigmoid(predict(tf.constant(x))).numpy()
    accuracy = float(np.mean((probability > 0.5) == (y > 0.5)))
    print(f"held-out accuracy {accuracy:.3f}")
    return accuracy


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=300)
    args = parser.parse_args(argv)
    keras.utils.set_random_seed(11)

    history = []
    log_every = max(1, args.steps // 10)
    for step, (x, y) in enumerate(batches(*make_data(2048, seed=1)).take(args.steps), start=1):
        loss, accuracy = train_step(x, y)
        if step % log_every == 0:
            history.append(float(loss))
            print(f"step {step} loss {history[-1]:.4f} accuracy {float(accuracy):.3f}")
    return {
        "losses": history,
        "accuracy": evaluate(*make_data(512, seed=2)),
        "weight_norm": float(tf.norm(weights)),
    }


if __name__ == "__main__":
    print(main())
