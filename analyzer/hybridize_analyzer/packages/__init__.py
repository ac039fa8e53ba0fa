"""The packages that are installed beside the program: where they lie, and what their sources say.

Read are syntax trees, by astroid; nothing of a package is imported or run.  What a name means is followed through the
imports of the package alone, and only where it can mean one thing.
"""
