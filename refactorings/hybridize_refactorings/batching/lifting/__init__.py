"""From code for one example to code for all of them: phases of tensor code, loops over items, and turns of Python.

`loops.py` reads a loop over examples as a program for one example, `inlining.py` puts functions in that are more than tensor
code, `phases.py` cuts the program, and `text.py` writes the phases as calls of the runtime.
"""
