"""A module that `main` loads, with a change that goes through an object that cannot be seen."""


def widen(target):
    target.width = 5.0
