"""Exceptions that reach the callers of a graph as another one.

AutoGraph raises what a function raised once more, with a longer text, if it can make such an exception of a text alone:
where the class takes its `__init__` from `Exception`, and of some classes of Python.  In place of others it raises its
own `StagingError`, which no handler for these catches.
"""

from __future__ import annotations

import builtins

from hybridize_analyzer.domain.classes import find_attribute, library_bases, linearise, record_fields
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import Class, External, Ref, Value
from hybridize_analyzer.program.code import ClassCode
from hybridize_analyzer.report import Location

RAISED = "raised in place"
"""Notes of exceptions which AutoGraph replaces: the function that raises one, and the names of all that catch it."""
Raised = tuple[object, str, frozenset[str]]
"""The function, how the class is written, and the names of it and of the classes above it, as handlers have them."""
_REMADE = frozenset(
    f"builtins.{name}"
    for name in """AssertionError AttributeError NameError NotImplementedError RuntimeError StopIteration TypeError
    UnboundLocalError ValueError KeyError Exception""".split()
)
"""Classes of Python whose exceptions AutoGraph makes anew."""
_ANY = frozenset({"builtins.Exception", "builtins.BaseException", "builtins.object"})


def note_raised(state: State, frame: Frame, value: Value, where: Location) -> None:
    """A function raises an exception, or one of a class."""
    for atom in value if frame.function is not None else ():
        cls = state.heap.type_of(atom.key) if isinstance(atom, Ref) else None
        cls = atom.code if isinstance(atom, Class) else atom.name if isinstance(atom, External) else cls
        if cls is not None and (names := _replaced(state, cls)):
            written = cls.name if isinstance(cls, ClassCode) else cls.removeprefix("builtins.")
            raised: Raised = (frame.function, written, names)
            state.note(RAISED, raised, where)


def _replaced(state: State, cls: ClassCode | str) -> frozenset[str]:
    """The names under which handlers catch exceptions of a class that AutoGraph replaces; none for others."""
    if isinstance(cls, str):
        return frozenset() if cls in _REMADE else _above(cls) - _ANY
    bases = library_bases(state, cls)
    own = find_attribute(state, cls, "__init__") is not None or record_fields(state, cls) is not None
    if not own and set(bases) <= _ANY:
        return frozenset()
    above = (c.address for c in linearise(state, cls) if isinstance(c, ClassCode))
    return frozenset(above).union(*map(_above, bases)) - _ANY


def _above(name: str) -> frozenset[str]:
    """The names of an exception of Python and of those above it; of another library, that alone."""
    found = getattr(builtins, name.removeprefix("builtins."), None) if name.startswith("builtins.") else None
    if not isinstance(found, type) or not issubclass(found, BaseException):
        return frozenset() if name.startswith("builtins.") else frozenset({name})
    return frozenset(f"builtins.{each.__name__}" for each in found.__mro__)
