import tensorflow as tf


class A:
    def 𝒻𝓊𝓃(self, x): return tf.exp(x)
