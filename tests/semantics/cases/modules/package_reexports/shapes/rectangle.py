def area(width, height):  # fact: tensor_parameter=true called=true traces=2 width:tensor:float32
    return _product(width, height)


def _product(a, b):  # fact: tensor_parameter=true a:tensor:float32 side_effects=false
    return a * b
