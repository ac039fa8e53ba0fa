from tensorflow import (
    TensorSpec as Spec,
    float32,
    function,
)


@function(input_signature=[Spec(shape=[None, 2], dtype=float32)])
def f(x):
    return x * 2
