import core

core.SCALE["between"] = 3.0
