"""Binary expression trees over + and *, with the sign of their value as the label."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Leaf:
    value: int


@dataclass(frozen=True)
class Node:
    operator: int
    left: Leaf | Node
    right: Leaf | Node


Tree = Leaf | Node


def random_tree(rng: np.random.Generator, depth: int) -> Tree:
    if depth == 0 or rng.random() < 0.2:
        return Leaf(int(rng.integers(-2, 3)))
    return Node(int(rng.integers(2)), random_tree(rng, depth - 1), random_tree(rng, depth - 1))


def evaluate(tree: Tree) -> int:
    if isinstance(tree, Leaf):
        return tree.value
    left, right = evaluate(tree.left), evaluate(tree.right)
    return left + right if tree.operator == 0 else left * right


def size(tree: Tree) -> int:
    return 1 if isinstance(tree, Leaf) else 1 + size(tree.left) + size(tree.right)
