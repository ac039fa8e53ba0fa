import os

os.environ['CUDA_VISIBLE_DEVICES'] = ''

import numpy as np  # (not at the top)
from x import (
    y,
    z,  # last
)  # end


def f(x):
    return x * 2
