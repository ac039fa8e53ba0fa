def doubled(x):  # fact: called=true x:tensor:float32:[2] side_effects=false
    return x * 2.0
