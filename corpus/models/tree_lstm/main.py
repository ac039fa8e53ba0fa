"""Tree-LSTM: encodes expression trees by recursion, one tree at a time, and predicts the sign of their value."""

from __future__ import annotations

import argparse

import keras
import numpy as np
import tensorflow as tf

from tree import Leaf, Tree, evaluate, random_tree, size

State = tuple[tf.Tensor, tf.Tensor]


class TreeLSTM(tf.Module):
    def __init__(self, units: int = 16, leaf_values: int = 5, operators: int = 2, classes: int = 3) -> None:
        super().__init__(name="tree_lstm")
        normal = tf.random.normal
        self.leaves = tf.Variable(normal([leaf_values, units], stddev=0.5))
        self.operators = tf.Variable(normal([operators, 5 * units], stddev=0.1))
        self.left = tf.Variable(normal([units, 5 * units], stddev=0.2))
        self.right = tf.Variable(normal([units, 5 * units], stddev=0.2))
        self.head = tf.Variable(normal([units, classes], stddev=0.2))
        self.bias = tf.Variable(tf.zeros([classes]))

    def leaf(self, value: int) -> State:
        c = self.leaves[value + 2][None]
        return tf.tanh(c), c

    def combine(self, operator: int, left: State, right: State) -> State:
        (left_h, left_c), (right_h, right_c) = left, right
        gates = tf.matmul(left_h, self.left) + tf.matmul(right_h, self.right) + self.operators[operator]
        i, forget_left, forget_right, o, u = tf.split(gates, 5, axis=1)
        c = tf.sigmoid(i) * tf.tanh(u)
        c += tf.sigmoid(forget_left + 1.0) * left_c + tf.sigmoid(forget_right + 1.0) * right_c
        return tf.sigmoid(o) * tf.tanh(c), c

    def encode(self, tree: Tree) -> State:
        if isinstance(tree, Leaf):
            return self.leaf(tree.value)
        return self.combine(tree.operator, self.encode(tree.left), self.encode(tree.right))

    def __call__(self, tree: Tree) -> tf.Tensor:
        h, _ = self.encode(tree)
        return tf.matmul(h, self.head) + self.bias


def sign_class(tree: Tree) -> int:
    return int(np.sign(evaluate(tree))) + 1


def train_on(model: TreeLSTM, trees: list[Tree], rate: float) -> float:
    with tf.GradientTape() as tape:
        logits = tf.concat([model(tree) for tree in trees], axis=0)
        labels = [sign_class(tree) for tree in trees]
        loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits))
    for variable, gradient in zip(model.trainable_variables, tape.gradient(loss, model.trainable_variables)):
        variable.assign_sub(rate * tf.convert_to_tensor(gradient))
    return float(loss)


def accuracy(model: TreeLSTM, trees: list[Tree]) -> float:
    hits = [int(tf.argmax(model(tree)[0])) == sign_class(tree) for tree in trees]
    print(f"signs right: {np.mean(hits):.1%} of trees with {np.mean([size(t) for t in trees]):.1f} nodes each")
    return float(np.mean(hits))


def main(argv: list[str] | None = None) -> dict[str, object]:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=30)
    parser.add_argument("--batch-size", type=int, default=4)
    args = parser.parse_args(argv)
    keras.utils.set_random_seed(11)

    rng = np.random.default_rng(6)
    model = TreeLSTM()
    losses = []
    for step in range(1, args.steps + 1):
        loss = train_on(model, [random_tree(rng, depth=4) for _ in range(args.batch_size)], rate=0.1)
        if step % max(1, args.steps // 10) == 0:
            losses.append(loss)
            print(f"step {step} loss {loss:.4f}")
    return {"losses": losses, "accuracy": accuracy(model, [random_tree(rng, depth=4) for _ in range(8)])}


if __name__ == "__main__":
    print(main())
