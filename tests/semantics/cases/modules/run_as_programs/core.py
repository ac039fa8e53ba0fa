SCALE = {"between": 1.0, "never": 1.0}


def between(x):  # fact: verdict=keep
    return x * SCALE["between"]
