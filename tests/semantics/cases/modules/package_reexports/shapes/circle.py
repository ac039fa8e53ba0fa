import tensorflow as tf

from . import rectangle
from .inner.deep import lowest as low


class Circle:
    def __init__(self, radius):  # fact: hybrid=false tensor_parameter=false called=true
        self.radius = radius

    def scaled(self, x):  # fact: tensor_parameter=true called=true x:tensor:float32:[4]
        return low(rectangle.area(x, x)) * self.radius
