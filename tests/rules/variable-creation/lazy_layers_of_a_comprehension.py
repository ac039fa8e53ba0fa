"""Several objects of one place, each of which makes its weights at its first call: all of them in the first trace, or not."""

import tensorflow as tf


class Linear(tf.Module):
    def __init__(self, size, seed):
        super().__init__()
        self.size, self.seed = size, seed
        self.w = None

    # tf: same
    def __call__(self, x):  # expect: HYB104, HYB108
        if self.w is None:
            self.w = tf.Variable(tf.random.stateless_normal([x.shape[-1], self.size], [self.seed, 1]))
            self.b = tf.Variable(tf.zeros([self.size]))
        return x @ self.w + self.b


class Lazy:
    def __init__(self, size):
        self.size = size

    def build(self, x):
        self.w = tf.Variable(tf.ones([x.shape[-1], self.size]) * 0.1)

    # tf: same
    def apply(self, x):  # expect: convert
        if not hasattr(self, "w"):
            self.build(x)
        return tf.tanh(x @ self.w)


class Sometimes(tf.Module):
    def __init__(self, size):
        super().__init__()
        self.size = size
        self.w = None

    # tf: raises ValueError "Creating variables on a non-first call to a function decorat"
    def __call__(self, x, really):  # expect: HYB104, HYB108
        if not really:
            return x
        if self.w is None:
            self.w = tf.Variable(tf.ones([x.shape[-1], self.size]) * 0.1)
        return tf.tanh(x @ self.w)


class Network(tf.Module):
    def __init__(self, sizes):
        super().__init__()
        self.layers = [Linear(size, number) for number, size in enumerate(sizes)]

    # tf: same
    def __call__(self, x):  # expect: convert
        for layer in self.layers[:-1]:
            x = tf.tanh(layer(x))
        return self.layers[-1](x)


class Stack:
    def __init__(self, sizes):
        self.layers = [Lazy(size) for size in sizes]

    # tf: same
    def forward(self, x):  # expect: convert
        for layer in self.layers:
            x = layer.apply(x)
        return x


class Short(tf.Module):
    def __init__(self, sizes):
        super().__init__()
        self.layers = [Linear(size, number) for number, size in enumerate(sizes)]

    # tf: raises ValueError "Creating variables on a non-first call to a function decorat"
    def __call__(self, x, depth):  # expect: HYB104, HYB108
        for layer in self.layers[:depth]:
            x = tf.tanh(layer(x))
        return x


class Left(tf.Module):
    def __init__(self, sizes):
        super().__init__()
        self.layers = [Linear(size, number) for number, size in enumerate(sizes)]

    # tf: raises ValueError "singleton"
    def __call__(self, x, whole):  # expect: HYB104, HYB108
        x = self.layers[0](x)
        if whole:
            x = self.layers[1](x)
        return x


class Break(tf.Module):
    def __init__(self, sizes):
        super().__init__()
        self.layers = [Linear(size, number) for number, size in enumerate(sizes)]

    # tf: raises ValueError "Creating variables on a non-first call to a function decorat"
    def __call__(self, x, depth):  # expect: HYB104, HYB108
        for number, layer in enumerate(self.layers):
            if number >= depth:
                break
            x = tf.tanh(layer(x))
        return x


class Gate(tf.Module):
    def __init__(self, sizes):
        super().__init__()
        self.layers = [Sometimes(size) for size in sizes]

    # tf: raises ValueError "Creating variables on a non-first call to a function decorat"
    def __call__(self, x, really):  # expect: HYB104, HYB108
        for layer in self.layers:
            x = layer(x, really)
        return x


all_networks = [Network([3, 1]) for _ in range(2)]
some_networks = [Network([3, 1]) for _ in range(2)]
network, stack, short = Network([4, 1]), Stack([4, 2]), Short([2, 2])
left, broken, gate = Left([2, 2]), Break([2, 2]), Gate([2, 2])


# tf: same
def step(x, y):  # expect: convert
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(network(x) - y))
    variables = network.trainable_variables
    for variable, gradient in zip(variables, tape.gradient(loss, variables)):
        variable.assign_sub(0.1 * gradient)
    return loss


# tf: same
def all_of_them(x):  # expect: convert
    return tf.add_n([each(x) for each in all_networks])


# tf: raises ValueError "singleton"
def one_of_them(x, which):  # expect: HYB104, HYB108
    return some_networks[which](x) * 2.0


x, y = tf.ones([8, 2]), tf.zeros([8, 1])
results = []
for turn in range(3):
    results += [step(x, y), stack.forward(x), short(x, turn), left(x, turn > 0)]
    results += [broken(x, turn), gate(x, turn > 0)]
results += [one_of_them(x, 0), one_of_them(x, 1), all_of_them(x), all_of_them(x)]
