"""`keras.random.SeedGenerator` has a variable with its state."""

import keras
import tensorflow as tf

shared = keras.random.SeedGenerator(1)


class Named(keras.random.SeedGenerator):
    def __init__(self, name):
        super().__init__(2, name=name)


class Noise:
    def __init__(self):
        self.seeds = keras.random.SeedGenerator(3)

    # tf: same
    def add(self, x):  # expect: convert unsafe
        return x + keras.random.normal(x.shape, seed=self.seeds)


# tf: raises ValueError "singleton"
def made_inside(x):  # expect: HYB108
    return x + keras.random.normal(x.shape, seed=keras.random.SeedGenerator(1))


# tf: raises ValueError "singleton"
def own_made_inside(x):  # expect: HYB108
    return x + keras.random.uniform(x.shape, seed=Named("seeds"))


# tf: same
def made_outside(x):  # expect: convert unsafe
    return x + keras.random.normal(x.shape, seed=shared)


# tf: same
def of_numbers(x):  # expect: convert unsafe
    return x + keras.random.normal(x.shape, seed=7)


noise, data = Noise(), tf.constant([1.0, 2.0])
results = []
for _ in range(2):
    results += [made_inside(data), own_made_inside(data), made_outside(data), of_numbers(data), noise.add(data)]
