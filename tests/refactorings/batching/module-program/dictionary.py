"""The modules are called by name; a head and an error follow per example."""

import tensorflow as tf


class Unary(tf.Module):
    def __init__(self, scale):
        super().__init__()
        self.w = tf.Variable(tf.reshape(tf.linspace(-scale, scale, 9), [3, 3]))

    def __call__(self, memory, context):
        return tf.tanh(tf.matmul(memory, self.w))


class Attend(tf.Module):
    def __init__(self, scale):
        super().__init__()
        self.key = tf.Variable(tf.reshape(tf.linspace(scale, -scale, 9), [3, 3]))

    def __call__(self, memory, context):
        scores = tf.matmul(tf.matmul(memory, self.key), context, transpose_b=True)
        return memory + tf.matmul(tf.nn.softmax(scores), context)


class Interpreter:
    def __init__(self):
        self.modules = {"find": Unary(0.5), "look": Attend(0.75)}
        self.answer = tf.Variable([[0.5], [-0.25], [1.0]])

    @property
    def variables(self):
        return [self.answer, self.modules["find"].w, self.modules["look"].key]

    def run(self, program, memory, context):
        for name in program:
            memory = self.modules[name](memory, context)
        return tf.matmul(memory, self.answer)[0, 0]

    def loss(self, samples):
        errors = []
        for program, memory, context, target in samples:
            errors.append(tf.square(self.run(program, memory, context) - target))
        return tf.add_n(errors) / len(samples)


SAMPLES = [
    (["find", "look", "find"], tf.constant([[0.1, 0.2, 0.3]]), tf.ones([4, 3]), 0.25),
    (["look"], tf.constant([[0.3, -0.2, 0.1]]), tf.linspace([0.1, 0.2, 0.3], [1.0, -1.0, 0.5], 4), -0.5),
    (["find", "find", "look", "look"], tf.constant([[-0.5, 0.2, 0.4]]), tf.ones([4, 3]) * 0.5, 0.75),
    (["look", "find"], tf.constant([[0.5, 0.5, 0.5]]), tf.zeros([4, 3]), 0.0),
]


def step():
    interpreter = Interpreter()
    with tf.GradientTape() as tape:
        loss = interpreter.loss(SAMPLES)
    return loss, tape.gradient(loss, interpreter.variables)


loss, gradients = step()
print(f"{float(loss):.4f}")
