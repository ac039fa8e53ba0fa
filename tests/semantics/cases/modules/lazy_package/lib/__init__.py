"""A module `__getattr__` (PEP 562) supplies names that no statement binds."""


def __getattr__(name):  # fact: tensor_parameter=false
    if name == "work":
        import lib.work as work

        return work
    raise AttributeError(name)
