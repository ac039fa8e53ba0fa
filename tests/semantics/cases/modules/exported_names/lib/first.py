__all__ = ["one", "_hidden"]


def one(x):  # fact: called=true x:tensor:float32:[2]
    return x + 1.0


def _hidden(x):  # fact: called=true x:tensor:float32:[2]
    return x + 0.5


def two(x):  # fact: called=false
    return x + 100.0
