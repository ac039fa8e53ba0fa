"""Options of whatever process loads them."""

SCALE = {"value": 1.0}
LENGTH = {"value": 1.0}
WIDTH = {"value": 1.0}
