from lazy import LazyLoader
import tensorflow

tf = LazyLoader('tf', globals(), 'tensorflow')


@tensorflow.function
def f(x):
    return x * 2
