from shapes.units import doubled


def scaled(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true refusals=-
    return doubled(x) + 1.0
