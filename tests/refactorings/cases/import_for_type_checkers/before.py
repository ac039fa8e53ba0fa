from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import tensorflow as tf


def f(x):
    return x * 2
