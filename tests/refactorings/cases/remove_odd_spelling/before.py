import tensorflow as tf


class A:
	@ ( tf . function ) 
	def f(self, x): return x

	@\
tf.function
	def g(self, x): return x

		@tf.function
	def h(self, x): return x