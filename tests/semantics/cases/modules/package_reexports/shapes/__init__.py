from .circle import Circle
from .rectangle import *

__all__ = ["Circle", "area"]
