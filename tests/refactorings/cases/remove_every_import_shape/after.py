from tensorflow import function
from tensorflow import function as F
import tensorflow
import tensorflow as T
from tensorflow.python.eager import def_function


def a(x): return x


def b(x): return x


def c(x): return x


def d(x): return x


def e(x): return x
