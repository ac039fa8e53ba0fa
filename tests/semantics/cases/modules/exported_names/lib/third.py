__all__ = ("three",)


def three(x):  # fact: called=true x:tensor:float32:[2]
    return x + 3.0
