"""What losses gain whose training is a graph, and which eagerly go through data: that of an evaluation, or of a training."""

import tensorflow as tf
import unseen


class Net(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable(tf.ones([4, 4]))
        self.parts = [self.w]

    def __call__(self, x):
        for _ in range(60):
            x = tf.tanh(tf.matmul(x, self.w))
        return x


class Evaluated(Net):
    def loss(self, x):  # fact: gain=low
        return tf.reduce_mean(self(x) ** 2)

    @tf.function
    def train(self, x):
        with tf.GradientTape() as tape:
            loss = self.loss(x)
        for w, g in zip(self.parts, tape.gradient(loss, self.parts)):
            w.assign_sub(0.1 * g)


class Unfolded(Net):
    def loss(self, x):  # fact: gain=high
        return tf.reduce_mean(self(x) ** 2)

    @tf.function
    def evaluate(self, x):
        return self.loss(x)


class Decoder(Net):
    def word(self, x):  # fact: gain=low
        return self(x) + 1.0

    @tf.function
    def train(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self.word(x) ** 2)
        for w, g in zip(self.parts, tape.gradient(loss, self.parts)):
            w.assign_sub(0.1 * g)


class Acting(Net):
    def act(self, x):  # fact: gain=high
        return self(x) + 1.0

    @tf.function
    def train(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self.act(x) ** 2)
        for w, g in zip(self.parts, tape.gradient(loss, self.parts)):
            w.assign_sub(0.1 * g)


class Prepared(Net):
    def prepare(self, x):  # fact: gain=high
        return self(x) + 1.0


dataset = tf.data.Dataset.from_tensor_slices(tf.ones([64, 4])).batch(8)
held_back = unseen.dataset(8)


def translate(model, data):
    for x in data:
        for _ in range(unseen.longest()):
            x = model.word(x)


evaluated, unfolded, decoder, acting, prepared = Evaluated(), Unfolded(), Decoder(), Acting(), Prepared()
for epoch in range(90_000):
    for x in dataset:
        evaluated.train(x)
        decoder.train(x)
        acting.train(x)
    losses = []
    for _, x in enumerate(zip(dataset.take(3), range(3))):
        losses.append(evaluated.loss(x[0]))
    for x in dataset.prefetch(1):
        with tf.GradientTape() as tape:
            losses.append(unfolded.loss(x))
        losses.append(tape.watched_variables())
        unfolded.evaluate(x)
    for x in dataset:
        losses.append(prepared.prepare(x))
    for x in dataset.map(prepared.prepare):
        losses.append(x)
    state = tf.ones([1, 4])
    while unseen.running():
        state = acting.act(state)
translate(decoder, held_back)
