import core

core.HOOKS.append(abs)
