SCALE = {"late": 1.0}
EARLY = {"scale": 1.0}


def late(x):  # fact: verdict=keep
    return x * SCALE["late"]


def early(x):  # fact: verdict=convert
    return x * EARLY["scale"]
