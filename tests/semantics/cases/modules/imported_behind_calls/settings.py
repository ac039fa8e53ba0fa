import core

core.EARLY["scale"] = 2.0
