import tensorflow as tf


if True:
    @tf.function
    def a(x): return x
else:
  @tf.function
  def a(x):
      return x
try:
	@tf.function
	def b(x):
		return x
finally:
    for _ in range(2):
        while True:
            with open('x'):
                @tf.function
                def c(x): return x
            break
