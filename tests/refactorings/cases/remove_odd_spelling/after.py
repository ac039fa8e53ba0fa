import tensorflow as tf


class A:
	def f(self, x): return x

	def g(self, x): return x

		@tf.function
	def h(self, x): return x