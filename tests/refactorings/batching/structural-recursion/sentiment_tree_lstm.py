"""In the style of public child-sum tree-LSTM sentiment models: parse nodes as objects, Keras layers, labels at the root."""

import keras
import numpy as np
import tensorflow as tf

VOCABULARY, EMBEDDED, HIDDEN, CLASSES = 20, 6, 5, 3


class ParseNode:
    def __init__(self, token, children=()):
        self.token = token
        self.children = list(children)
        self.label = None


class ChildSumTreeLSTM:
    def __init__(self):
        layers = keras.layers
        self.embedding = layers.Embedding(VOCABULARY, EMBEDDED)
        self.iou_x = layers.Dense(3 * HIDDEN)
        self.iou_h = layers.Dense(3 * HIDDEN, use_bias=False)
        self.f_x = layers.Dense(HIDDEN)
        self.f_h = layers.Dense(HIDDEN, use_bias=False)
        self.classifier = layers.Dense(CLASSES)

    @property
    def weights(self):
        parts = [self.embedding, self.iou_x, self.iou_h, self.f_x, self.f_h, self.classifier]
        return [variable for part in parts for variable in part.trainable_variables]

    def node_forward(self, x, child_states):
        if child_states:
            h_sum = tf.add_n([h for h, _ in child_states])
        else:
            h_sum = tf.zeros([1, HIDDEN])
        i, o, u = tf.split(self.iou_x(x) + self.iou_h(h_sum), 3, axis=1)
        c = tf.sigmoid(i) * tf.tanh(u)
        for h, child_c in child_states:
            c = c + tf.sigmoid(self.f_x(x) + self.f_h(h)) * child_c
        return tf.sigmoid(o) * tf.tanh(c), c

    def traverse(self, node):
        states = [self.traverse(child) for child in node.children]
        x = self.embedding(tf.constant([node.token]))
        return self.node_forward(x, states)

    def classify(self, root):
        h, _ = self.traverse(root)
        return self.classifier(h)


def grow(rng, depth):
    children = [grow(rng, depth - 1) for _ in range(int(rng.integers(0, 4)))] if depth else []
    return ParseNode(int(rng.integers(VOCABULARY)), children)


def train_batch(model, optimizer, roots):
    with tf.GradientTape() as tape:
        logits = tf.concat([model.classify(root) for root in roots], axis=0)
        labels = tf.constant([root.label for root in roots])
        loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits))
    gradients = tape.gradient(loss, model.weights)
    optimizer.apply_gradients(zip(gradients, model.weights))
    return loss


def main():
    keras.utils.set_random_seed(3)
    rng = np.random.default_rng(5)
    roots = [grow(rng, 3) for _ in range(6)]
    for i, root in enumerate(roots):
        root.label = i % CLASSES
    model, optimizer = ChildSumTreeLSTM(), keras.optimizers.Adagrad(0.05)
    return [float(train_batch(model, optimizer, roots)) for _ in range(3)]


losses = [f"{loss:.3f}" for loss in main()]
