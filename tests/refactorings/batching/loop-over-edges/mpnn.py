"""A message-passing network for molecules: atoms, bonds as a list of pairs with features, one graph at a time."""

import numpy as np
import tensorflow as tf


class MPNN(tf.Module):
    def __init__(self, atom_dim, bond_dim, units, steps=3):
        super().__init__()
        rng = np.random.default_rng(0)
        self.units, self.steps = units, steps
        self.embed = tf.Variable(rng.normal(scale=0.3, size=[atom_dim, units]).astype("float32"))
        self.message_w = tf.Variable(rng.normal(scale=0.3, size=[units + bond_dim, units]).astype("float32"))
        self.update_w = tf.Variable(rng.normal(scale=0.3, size=[2 * units, units]).astype("float32"))
        self.readout_w = tf.Variable(rng.normal(scale=0.3, size=[units, 1]).astype("float32"))

    def message(self, h, bond):
        return tf.nn.relu(tf.matmul(tf.concat([h, bond], axis=1), self.message_w))

    def update(self, h, m):
        return tf.tanh(tf.matmul(tf.concat([h, m], axis=1), self.update_w))

    def forward(self, atoms, bonds):
        hidden = [tf.matmul(tf.constant(atom[None]), self.embed) for atom in atoms]
        for _ in range(self.steps):
            messages = [tf.zeros([1, self.units]) for _ in hidden]
            for source, target, features in bonds:
                messages[target] += self.message(hidden[source], features)
                messages[source] += self.message(hidden[target], features)
            hidden = [self.update(h, m) for h, m in zip(hidden, messages)]
        return tf.matmul(tf.add_n(hidden), self.readout_w)[0, 0]

    def directed(self, atoms, bonds):
        """The same with bonds given in both directions."""
        hidden = [tf.matmul(tf.constant(atom[None]), self.embed) for atom in atoms]
        for _ in range(self.steps):
            messages = [tf.zeros([1, self.units]) for _ in hidden]
            for source, target, features in bonds:
                m = self.message(hidden[source], features)
                messages[target] += m
            hidden = [self.update(h, m) for h, m in zip(hidden, messages)]
        return tf.matmul(tf.add_n(hidden), self.readout_w)[0, 0]


rng = np.random.default_rng(2)
atoms = rng.normal(size=[5, 4]).astype("float32")
pairs = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]
bonds = [(a, b, tf.constant(rng.normal(size=[1, 2]).astype("float32"))) for a, b in pairs]
both = [*bonds, *((b, a, f) for a, b, f in bonds)]
model = MPNN(4, 2, 3)
with tf.GradientTape() as tape:
    energy = model.forward(atoms, bonds)
    again = model.directed(atoms, both)
    loss = (energy - 1.0) ** 2 + again**2
gradients = tape.gradient(loss, model.trainable_variables)
print(round(float(energy), 4), round(float(again), 4))
