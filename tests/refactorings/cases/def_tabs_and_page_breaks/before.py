import tensorflow as tf

def f(x):
	return x

class A:
		def g(self, x):
			return x
def h(x):
  return x
