"""`__all__` as people build it: lists, `+=`, sums, `extend`."""

from . import first as _first
from .first import *
from .second import *
from .third import *

__all__ = ["_first"] + ["one"]
__all__ += ["two"]
__all__.extend(["three"])
