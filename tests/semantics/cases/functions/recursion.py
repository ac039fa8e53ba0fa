"""Direct, mutual, through a method, through a lambda; and what only looks like it."""

import tensorflow as tf


def factorial(x, n):  # fact: recursive=true verdict=convert tensor_parameter=true
    return x if n == 0 else factorial(x * float(n), n - 1)


def even(x, n):  # fact: recursive=true
    return x if n == 0 else odd(x, n - 1)


def odd(x, n):  # fact: recursive=true
    return -x if n == 0 else even(x, n - 1)


class Node:
    def __init__(self, children, value):  # fact: recursive=false
        self.children = children
        self.value = value

    def total(self, x):  # fact: recursive=true tensor_parameter=true
        for child in self.children:
            x = child.total(x)
        return x + self.value

    def depth(self):  # fact: recursive=true tensor_computation=false
        return 1 + max((child.depth() for child in self.children), default=0)


class Outer:
    def __init__(self, inner):  # fact: recursive=false
        self.inner = inner

    def apply(self, x):  # fact: recursive=false tensor_parameter=true verdict=convert
        return self.inner.apply(x) * 2.0


class Inner:
    def apply(self, x):  # fact: recursive=false verdict=convert
        return x + 1.0


def chain(x):  # fact: recursive=false called=true verdict=convert
    return link(link(x))


def link(x):  # fact: recursive=false
    return x * 2.0


value = tf.constant([1.0, 2.0])
factorial(value, 3)
even(value, 4)
root = Node([Node([], 1.0), Node([], 2.0)], 3.0)
root.total(value)
root.depth()
outer = Outer(Inner())
outer.apply(value)
chain(value)
