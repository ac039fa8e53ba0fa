"""Tuples with names that a library made for TensorFlow exports need no tensor to be made; other classes may do anything."""

import collections

import tensorflow as tf

try:
    from tf_agents.trajectories import PolicyStep
except ImportError:
    PolicyStep = collections.namedtuple("PolicyStep", ("action", "state", "info"))

try:
    from tensorflow_probability.python.distributions.normal import Normal
except ImportError:

    class Normal:
        def __init__(self, loc, scale):
            self.loc, self.scale = loc, scale

        def log_prob(self, x):
            return -tf.square((x - self.loc) / self.scale)


try:
    from tf_agents.policies import Memory
except ImportError:

    class Memory:
        def __init__(self, size):
            self.size = size


try:
    from tf2_blocks.layers import BlockInput
except ImportError:
    BlockInput = collections.namedtuple("BlockInput", ("nodes", "edges"))

try:
    from tf2_blocks.layers import Block
except ImportError:

    class Block:
        def __init__(self, nodes, edges):
            self.nodes, self.edges = nodes, edges


# tf: same
def empty_state(x):  # expect: convert unsafe
    empty = PolicyStep((), (), ())
    return PolicyStep(x * 2.0, empty.state, ()).action


# tf: same
def where_the_module_stands(x):  # expect: convert unsafe
    return Normal(0.0, 1.0).log_prob(x)


# tf: same
def named_as_a_record(x):  # expect: convert unsafe
    given = BlockInput(nodes=x, edges=x * 2.0)
    return given.nodes + given.edges


# tf: same
def named_otherwise(x):  # expect: undetermined HYB121
    given = Block(nodes=x, edges=x * 2.0)
    return given.nodes + given.edges


# tf: same
def another_class(x):  # expect: undetermined HYB121
    memory = Memory(3)
    return x * memory.size


value = tf.constant([1.0, -2.0])
for function in (empty_state, where_the_module_stands, named_as_a_record, named_otherwise, another_class):
    function(value)
