from net import model


def distance(m, x):  # fact: called=true x:tensor:float32:[2] m:object
    assert isinstance(m, model.Model)
    return m(x) - x


def other(x):  # fact: called=true x:tensor:float32:[2]
    return x + 1.0
