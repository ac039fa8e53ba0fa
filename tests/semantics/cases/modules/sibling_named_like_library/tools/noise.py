import random


def blur(x):  # fact: x:tensor:float32:[2] refusals=ambient-state verdict=keep safe=false
    return x + random.random()
