HOOKS = []
FIRST = []


def run(x):  # fact: verdict=convert safe=false
    for hook in HOOKS:
        x = hook(x)
    return x * 2.0


def first(x):  # fact: verdict=convert safe=true
    for hook in FIRST:
        x = hook(x)
    return x * 2.0
