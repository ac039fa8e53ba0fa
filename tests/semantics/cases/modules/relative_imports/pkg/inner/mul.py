def tripled(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 3.0
