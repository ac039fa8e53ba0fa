def added(x):  # fact: called=true x:tensor:float32:[2] side_effects=false
    return x + 1.0


def doubled(x):  # fact: called=true x:tensor:float32:[2] side_effects=true
    print("doubled")
    return x * 2.0
