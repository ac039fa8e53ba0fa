def scale(x):  # fact: called=true x:tensor:float32:[1] verdict=convert safe=true
    return x * 2.0


def again(x):  # fact: called=true x:tensor:float32:[1] verdict=convert safe=true
    return x * 2.0 + 1.0
