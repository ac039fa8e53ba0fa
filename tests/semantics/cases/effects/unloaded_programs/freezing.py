"""A program that sets attributes by name, on objects that cannot be seen; `main` does not load it."""


from shared import weights


class Wrapper:
    def __init__(self, wrapped):
        object.__setattr__(self, "_wrapped", wrapped)

    def __setattr__(self, name, value):
        setattr(self._wrapped, name, value)


def set_up():
    Wrapper(globals()["weights"]).scale = weights()
