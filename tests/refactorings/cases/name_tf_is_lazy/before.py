from lazy import LazyLoader

tf = LazyLoader('tf', globals(), 'tensorflow')


def f(x):
    return x * 2
