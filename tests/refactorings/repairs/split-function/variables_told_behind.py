import tensorflow as tf


class Agent:
    def __init__(self):
        self.alpha = tf.Variable(0.5)
        self.optimizer = tf.keras.optimizers.SGD(0.1)
        self.told = []

    def update(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.alpha * x - tf.exp(-self.alpha) * x))
        variables = [self.alpha]
        gradients = tape.gradient(loss, variables)
        self.optimizer.apply_gradients(zip(gradients, variables))
        for gradient, variable in zip(gradients, variables):
            self.told.append((variable.name, variable.numpy(), gradient.numpy()))
        return loss


agent = Agent()
result = [agent.update(tf.constant([1.0, 2.0])) for _ in range(3)]
told = agent.told
