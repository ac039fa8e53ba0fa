VALUES = {"scale": 1.0}


def untouched(x):  # fact: verdict=convert
    return x * VALUES["scale"]
