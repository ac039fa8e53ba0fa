"""Objects that a graph takes apart: TensorFlow Probability puts some of them together as their base class."""

import tensorflow as tf
import tensorflow_probability as tfp


class Parameter(tfp.util.TransformedVariable):
    def scaled(self, x):  # fact: verdict=keep refusals=untraceable-argument
        return x * self.extra

    @property
    def extra(self):
        return 2.0


class Noise(tfp.distributions.Normal):
    def scaled(self, x):  # fact: verdict=convert refusals=-
        return x * 3.0


parameter, noise = Parameter(1.0, tfp.bijectors.Softplus()), Noise(0.0, 1.0)
print(parameter.scaled(tf.ones(3)), noise.scaled(tf.ones(3)))
