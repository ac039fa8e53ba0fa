import tensorflow as tf


class Trainer:
    def __init__(self, losses):
        self.losses = losses
        self.network = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.network.build([None, 4])

    def step(self, batch):  # fact: verdict=convert
        loss = 0.0
        for name, data in batch.items():
            loss += self.losses[name](self.network(data))
        return loss

    def number(self, batch):  # fact: verdict=keep
        return len(batch) + 0.5


def run(trainer: Trainer, batches):
    for batch in batches:
        print(float(trainer.step(batch)), trainer.number(batch))
