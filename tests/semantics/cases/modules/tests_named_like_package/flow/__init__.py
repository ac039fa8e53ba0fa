def scale(x):  # fact: called=true x:tensor:float32:[?] verdict=convert safe=false
    return x * 2.0
