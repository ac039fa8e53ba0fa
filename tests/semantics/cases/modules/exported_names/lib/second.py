def two(x):  # fact: called=true x:tensor:float32:[2]
    return x + 2.0


def _private(x):  # fact: called=false
    return x
