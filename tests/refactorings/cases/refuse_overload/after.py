import tensorflow as tf


from typing import overload


@overload
def f(x: int) -> int: ...
@overload
def f(x: str) -> str: ...
@tf.function
def f(x):
    return x
