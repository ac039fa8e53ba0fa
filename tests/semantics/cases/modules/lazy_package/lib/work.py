def scaled(x):  # fact: called=true x:tensor:float32:[2]
    return x * 2.0
