import core

core.SCALE["late"] = 3.0
