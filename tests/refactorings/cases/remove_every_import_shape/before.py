from tensorflow import function
from tensorflow import function as F
import tensorflow
import tensorflow as T
from tensorflow.python.eager import def_function


@function
def a(x): return x


@F(jit_compile=True)
def b(x): return x


@tensorflow.function
def c(x): return x


@T.function()
def d(x): return x


@def_function.function
def e(x): return x
