import tensorflow as tf


class Unary(tf.Module):
    def __init__(self, scale):
        super().__init__()
        self.w = tf.Variable(tf.eye(3) * scale)

    def __call__(self, memory):
        return tf.tanh(tf.matmul(memory, self.w))


modules = {"find": Unary(0.5), "filter": Unary(2.0)}


# tf: same
def run(program, memory):  # expect: convert HYB138
    for name in program:
        memory = modules[name](memory)
    return memory


# tf: same
def run_steps(program, memory):  # expect: convert HYB138
    for step in program:
        module = modules[step[0]]
        memory = module(memory)
    return memory


# tf: same
def always_the_same(program, memory):  # expect: convert
    for _ in program:
        memory = modules["find"](memory)
    return memory


# tf: same
def independent(program, memory):  # expect: convert HYB140
    results = []
    for name in program:
        results.append(modules[name](memory))
    return results


class Network:
    def __init__(self):
        self.layers = [modules["find"], modules["filter"]]
        self.last = list(self.layers)

    # tf: same
    def forward(self, x):  # expect: convert
        for i in range(2):
            x = self.layers[i](x)
            x = self.last[i](x)
        return x

    # tf: same
    def backward(self, x):  # expect: convert
        for i in reversed(range(2)):
            x = self.layers[i](x)
        return x


start = tf.ones([1, 3])
network = Network()
network.forward(start)
network.backward(start)
run(["find", "filter"], start)
run_steps([("find",), ("find",)], start)
always_the_same([1, 2], start)
independent(["find", "filter"], start)
