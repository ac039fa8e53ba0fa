"""A Keras model whose `call` walks trees, trained with its own step."""

import keras
import tensorflow as tf


class TreeModel(keras.Model):
    def __init__(self):
        super().__init__()
        self.embed = keras.layers.Embedding(5, 3)
        self.compose = keras.layers.Dense(3, activation="tanh")
        self.classify = keras.layers.Dense(2)

    def node(self, tree):
        if isinstance(tree, int):
            return self.embed(tf.constant([tree]))
        return self.compose(tf.concat([self.node(tree[0]), self.node(tree[1])], axis=1))

    def logits(self, trees):
        return tf.concat([self.classify(self.node(tree)) for tree in trees], axis=0)


keras.utils.set_random_seed(1)
model = TreeModel()
model.logits([(0, 1)])


def step(trees, labels):
    with tf.GradientTape() as tape:
        logits = model.logits(trees)
        loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits))
    return loss, [tf.convert_to_tensor(g) for g in tape.gradient(loss, model.trainable_variables)]


loss, gradients = step([((0, 1), 2), (3, 4), ((1, 2), (3, 0))], [0, 1, 1])
