"""Word vectors by skip-gram with negative sampling and sparse Adagrad updates."""

import argparse

import keras
import numpy as np
import tensorflow as tf

from corpus_maker import VOCABULARY, WORDS_PER_TOPIC, make_sentences, skip_grams


class SkipGram(tf.Module):
    def __init__(self, vocabulary, size, rate=0.2, name=None):
        super().__init__(name=name)
        self.rate = rate
        self.centers = tf.Variable(tf.random.uniform([vocabulary, size], -0.5, 0.5))
        self.contexts = tf.Variable(tf.random.uniform([vocabulary, size], -0.5, 0.5))
        self.centers_sum = tf.Variable(tf.fill([vocabulary, size], 0.1), trainable=False)
        self.contexts_sum = tf.Variable(tf.fill([vocabulary, size], 0.1), trainable=False)

    def loss(self, center, context, negatives):
        center = tf.nn.embedding_lookup(self.centers, center)
        positive = tf.nn.embedding_lookup(self.contexts, context)
        negative = tf.nn.embedding_lookup(self.contexts, negatives)
        true_logits = tf.reduce_sum(center * positive, axis=1)
        noise_logits = tf.einsum("bd,bkd->bk", center, negative)
        attraction = tf.nn.softplus(-true_logits)
        repulsion = tf.reduce_sum(tf.nn.softplus(noise_logits), axis=1)
        return tf.reduce_sum(attraction + repulsion)

    def adagrad(self, variable, accumulator, gradient):
        rows, values = gradient.indices, gradient.values
        accumulator.scatter_add(tf.IndexedSlices(tf.square(values), rows))
        scale = tf.math.rsqrt(tf.gather(accumulator, rows))
        variable.scatter_sub(tf.IndexedSlices(self.rate * scale * values, rows))

    def train_step(self, center, context, negatives):
        with tf.GradientTape() as tape:
            loss = self.loss(center, context, negatives)
        d_centers, d_contexts = tape.gradient(loss, [self.centers, self.contexts])
        self.adagrad(self.centers, self.centers_sum, d_centers)
        self.adagrad(self.contexts, self.contexts_sum, d_contexts)
        return loss / center.shape[0]


def nearest(model, word, count=5):
    vectors = model.centers.numpy()
    vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    order = np.argsort(-vectors @ vectors[word])[1 : count + 1]
    same = np.mean(order // WORDS_PER_TOPIC == word // WORDS_PER_TOPIC)
    print(f"nearest to word {word}: {order.tolist()} ({same:.0%} of its topic)")
    return float(same)


def batches(pairs, batch_size, negatives, rng):
    while True:
        rows = pairs[rng.integers(0, len(pairs), size=batch_size)]
        noise = rng.integers(0, VOCABULARY, size=(batch_size, negatives), dtype="int32")
        yield tf.constant(rows[:, 0]), tf.constant(rows[:, 1]), tf.constant(noise)


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--batch-size", type=int, default=64)
    parser.add_argument("--negatives", type=int, default=4)
    args = parser.parse_args(argv)
    keras.utils.set_random_seed(11)

    rng = np.random.default_rng(9)
    pairs = skip_grams(make_sentences(300, rng))
    model = SkipGram(VOCABULARY, size=16)
    losses = []
    log_every = max(1, args.steps // 10)
    stream = batches(pairs, args.batch_size, args.negatives, rng)
    for step, (center, context, negatives) in zip(range(1, args.steps + 1), stream):
        loss = model.train_step(center, context, negatives)
        if step % log_every == 0:
            losses.append(float(loss))
            print("step", step, "loss", f"{losses[-1]:.4f}")
    return {"losses": losses, "vector_norm": float(tf.norm(model.centers)), "same_topic": nearest(model, 7)}


if __name__ == "__main__":
    print(main())
