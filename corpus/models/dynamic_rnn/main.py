"""Sequence classification with an LSTM unrolled by hand; sequence lengths arrive as a tensor and mask the state.

The task: is the value at the first position of the sequence larger than the one at its last valid position?
"""

import argparse

import keras
import numpy as np
import tensorflow as tf

MAX_LENGTH = 16
HIDDEN = 24
BATCH = 32


class LSTMCell(tf.Module):
    def __init__(self, inputs, units):
        super().__init__(name='lstm')
        self.kernel = tf.Variable(tf.random.normal([inputs + units, 4 * units], stddev=0.2))
        self.bias = tf.Variable(tf.zeros([4 * units]))

    def __call__(self, x, h, c):
        gates = tf.matmul(tf.concat([x, h], axis=1), self.kernel) + self.bias
        i, f, o, g = tf.split(gates, 4, axis=1)
        c = tf.sigmoid(f + 1.0) * c + tf.sigmoid(i) * tf.tanh(g)
        h = tf.sigmoid(o) * tf.tanh(c)
        return h, c


class DynamicRNN(tf.Module):
    def __init__(self, inputs=1, units=HIDDEN, classes=2):
        super().__init__(name='dynamic_rnn')
        self.units = units
        self.cell = LSTMCell(inputs, units)
        self.out_w = tf.Variable(tf.random.normal([units, classes], stddev=0.2))
        self.out_b = tf.Variable(tf.zeros([classes]))
        self.momentum = [tf.Variable(tf.zeros_like(v), trainable=False) for v in self.trainable_variables]
        self.learning_rate = tf.Variable(0.5, trainable=False)

    def logits(self, x, lengths):
        h = tf.zeros([x.shape[0], self.units])
        c = tf.zeros([x.shape[0], self.units])
        for t in range(x.shape[1]):
            new_h, new_c = self.cell(x[:, t], h, c)
            alive = tf.expand_dims(t < lengths, 1)
            h = tf.where(alive, new_h, h)
            c = tf.where(alive, new_c, c)
        return tf.matmul(h, self.out_w) + self.out_b

    def train_step(self, x, lengths, labels):
        variables = self.trainable_variables
        with tf.GradientTape() as tape:
            losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels, self.logits(x, lengths))
            loss = tf.reduce_mean(losses)
        gradients, norm = tf.clip_by_global_norm(tape.gradient(loss, variables), 1.0)
        for variable, velocity, gradient in zip(variables, self.momentum, gradients):
            velocity.assign(0.8 * velocity + gradient)
            variable.assign_sub(self.learning_rate * velocity)
        return loss, norm


def make_batch(rng):
    lengths = rng.integers(3, MAX_LENGTH + 1, size=BATCH)
    x = rng.normal(size=(BATCH, MAX_LENGTH, 1)).astype('float32')
    last = x[np.arange(BATCH), lengths - 1, 0]
    labels = (x[:, 0, 0] > last).astype('int32')
    return tf.constant(x), tf.constant(lengths, tf.int32), tf.constant(labels)


def evaluate(model, rng, batches=4):
    hits = []
    for _ in range(batches):
        x, lengths, labels = make_batch(rng)
        predicted = np.argmax(model.logits(x, lengths).numpy(), axis=1)
        hits.append(np.mean(predicted == labels.numpy()))
    print('accuracy on fresh sequences: %.3f' % np.mean(hits))
    return float(np.mean(hits))


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--steps', type=int, default=100)
    args = parser.parse_args(argv)
    keras.utils.set_random_seed(11)

    rng = np.random.default_rng(4)
    model = DynamicRNN()
    history = {'loss': [], 'norm': []}
    for step in range(1, args.steps + 1):
        x, lengths, labels = make_batch(rng)
        loss, norm = model.train_step(x, lengths, labels)
        if step == args.steps // 2:
            model.learning_rate.assign(0.2)
        if step % max(1, args.steps // 10) == 0:
            history['loss'].append(float(loss))
            history['norm'].append(float(norm))
            print('step %d loss %.4f norm %.3f' % (step, loss, norm))
    return {**history, 'accuracy': evaluate(model, rng)}


if __name__ == '__main__':
    print(main())
