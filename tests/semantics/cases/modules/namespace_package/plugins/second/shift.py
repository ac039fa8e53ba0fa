from ..first.scale import scale


def shift(x):  # fact: called=true x:tensor:float32:[1] verdict=convert safe=true
    return scale(x) + 1.0
