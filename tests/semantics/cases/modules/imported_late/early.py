import core

core.FIRST.append(abs)
