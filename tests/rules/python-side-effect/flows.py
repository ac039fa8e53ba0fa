"""Changes through `map`, lambdas, defaults, iterators and long attribute chains; tensors that leave the graph."""

import tensorflow as tf

LOG = []
TABLE = {}
NUMBERS = iter(range(100))


class Node:
    def __init__(self, inner=None):
        self.inner = inner
        self.value = 0
        self.last = None

    # tf: differs
    def forward(self, x):  # expect: convert unsafe
        self.last = x * 2.0
        return self.last + 1.0


tree = Node(Node(Node()))


# tf: differs
def through_map(x):  # expect: HYB102
    list(map(LOG.append, [x]))
    return x * 2.0


# tf: differs
def through_lambda(x):  # expect: HYB102
    keep = lambda v: LOG.append(v)
    keep(x)
    return x * 2.0


# tf: differs
def into_table(x):  # expect: HYB102
    TABLE.setdefault("a", x)
    return x * 2.0


# tf: raises ValueError "into_default(x, cache={}) should not modify its Python input"
def into_default(x, cache={}):  # expect: HYB102
    if "k" not in cache:
        cache["k"] = x * 2.0
    return cache["k"]


# tf: differs
def down_a_chain(x):  # expect: HYB102, HYB104
    tree.inner.inner.value += 1
    return x * 2.0


# tf: differs
def advances(x):  # expect: HYB102
    return x * float(next(NUMBERS))


# tf: differs
def rebinds(x):  # expect: HYB102
    global LAST
    LAST = x
    return x * 2.0


# tf: same
def reads_a_chain(x):  # expect: convert
    return x * float(len(tree.inner.__class__.__name__))


# tf: same
def maps_without_change(x):  # expect: convert
    return tf.add_n(list(map(lambda v: v * 2.0, [x, x])))


values = tf.constant([1.0, 2.0])
node = Node()
try:
    node.forward(values)
except TypeError:
    node.last = None
through_map(values)
through_lambda(values)
into_table(values)
into_default(values)
down_a_chain(values)
advances(values)
rebinds(values)
reads_a_chain(values)
maps_without_change(values)
