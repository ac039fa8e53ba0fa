from . import helpers
from .helpers import added as plus
from .inner import mul


def run(x):  # fact: called=true x:tensor:float32:[2] verdict=keep refusals=python-output
    return plus(helpers.doubled(x)) + mul.tripled(x)
