from .. import helpers
from .mul import *


def deepest(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return helpers.added(tripled(x))
