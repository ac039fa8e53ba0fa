"""How long variables live that are not there for good."""

from __future__ import annotations

from enum import Enum


class Lifetime(Enum):
    """How long variables live that one function hands on to another."""

    OF_A_CALL = "local variables of a function that runs more than once"
    OF_AN_OBJECT = "variables of objects that a function makes whenever it runs"
