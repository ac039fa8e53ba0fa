from tensorflow import (
    TensorSpec as Spec,
    float32,
    function,
)


def f(x):
    return x * 2
