import tensorflow as tf


if True:
    def a(x): return x
else:
  def a(x):
      return x
try:
	def b(x):
		return x
finally:
    for _ in range(2):
        while True:
            with open('x'):
                def c(x): return x
            break
