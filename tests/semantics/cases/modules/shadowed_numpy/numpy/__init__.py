def sin(x):  # fact: called=true x:tensor:float32:[2]
    return x * 0.5
