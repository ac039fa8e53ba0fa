"""Translation with a GRU encoder and decoder, sentence by sentence, as in tutorials: lists of word numbers of any length."""

import numpy as np
import tensorflow as tf

PAD, START, END = 0, 1, 2


def glorot(rng, rows, columns):
    limit = np.sqrt(6.0 / (rows + columns))
    return tf.Variable(rng.uniform(-limit, limit, size=[rows, columns]).astype("float32"))


class GRUCell:
    def __init__(self, rng, inputs, units):
        self.w = glorot(rng, inputs + units, 2 * units)
        self.v = glorot(rng, inputs + units, units)

    def __call__(self, x, h):
        both = tf.concat([x, h], axis=1)
        z, r = tf.split(tf.sigmoid(tf.matmul(both, self.w)), 2, axis=1)
        candidate = tf.tanh(tf.matmul(tf.concat([x, r * h], axis=1), self.v))
        return (1.0 - z) * h + z * candidate


class Seq2Seq:
    def __init__(self, words, units, seed=0):
        rng = np.random.default_rng(seed)
        self.units = units
        self.source_table = glorot(rng, words, units)
        self.target_table = glorot(rng, words, units)
        self.encoder = GRUCell(rng, units, units)
        self.decoder = GRUCell(rng, units, units)
        self.output = glorot(rng, units, words)
        self.variables = [self.source_table, self.target_table, self.encoder.w, self.encoder.v]
        self.variables += [self.decoder.w, self.decoder.v, self.output]

    def encode(self, sentence):
        state = tf.zeros([1, self.units])
        for word in sentence:
            embedded = tf.expand_dims(self.source_table[word], 0)
            state = self.encoder(embedded, state)
        return state

    def decode_loss(self, state, inputs, targets):
        loss = tf.constant(0.0)
        for word, target in zip(inputs, targets):
            embedded = tf.expand_dims(self.target_table[word], 0)
            state = self.decoder(embedded, state)
            logits = tf.matmul(state, self.output)
            loss += tf.nn.sparse_softmax_cross_entropy_with_logits(labels=[target], logits=logits)[0]
        return loss / len(targets)

    def sentence_loss(self, source, inputs, targets):
        state = self.encode(source)
        return self.decode_loss(state, inputs, targets)

    def translate(self, source, most=5):
        """Greedy: the next word is chosen by value."""
        state = self.encode(source)
        words, word = [], START
        while len(words) < most and word != END:
            state = self.decoder(tf.expand_dims(self.target_table[word], 0), state)
            word = int(tf.argmax(tf.matmul(state, self.output)[0]))
            words.append(word)
        return words


def train_step(model, sources, inputs, targets, rate=0.5):
    with tf.GradientTape() as tape:
        losses = []
        for source, given, wanted in zip(sources, inputs, targets):
            losses.append(model.sentence_loss(source, given, wanted))
        loss = tf.add_n(losses) / len(losses)
    for variable, gradient in zip(model.variables, tape.gradient(loss, model.variables)):
        variable.assign_sub(rate * gradient)
    return loss


rng = np.random.default_rng(1)
sources = [list(map(int, rng.integers(3, 10, size=n))) for n in (3, 6, 2, 4)]
inputs = [[START, *reversed(source)] for source in sources]
targets = [[*reversed(source), END] for source in sources]
model = Seq2Seq(10, 6)
history = [float(train_step(model, sources, inputs, targets)) for _ in range(5)]
translated = model.translate(sources[0])
print(np.round(history, 4), translated)
