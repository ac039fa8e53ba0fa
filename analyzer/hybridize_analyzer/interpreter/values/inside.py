"""What a function of Python consists of: its code, the defaults of its parameters, the cells of its captured variables.

A program may set these (`f.__defaults__ = (2.0,)`) or what is in them (`f.__kwdefaults__["k"] = 2.0`), after which calls do
something else.
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.values import NOTHING, Bound, Function, Opaque, Value, interned_opaque, one
from hybridize_analyzer.program.code import FunctionCode
from hybridize_analyzer.report import Location

PARTS = frozenset({"__code__", "__defaults__", "__kwdefaults__", "__closure__"})
_PARTS = "[parts]"
"""The attribute of a function that stands for them all."""
_OF = "parts of function "
_COUNTS = "[counts]"
"""The cell of a function behind a cache whose counts of calls the program reads."""


def owner(code: FunctionCode) -> str:
    """Where changes of the attributes of a function are recorded."""
    return f"attr:{code.key}"


def note_read(call: Call, code: FunctionCode) -> None:
    """A function is called, which a program changes somewhere."""
    if call.state.changed_at(owner(code), _PARTS) is not None:
        message = f"`{code.name}` is called, whose code or defaults are set anew,"
        call.emit(Kind.READ, message, target=owner(code), field=_PARTS)


def parts(code: FunctionCode) -> Value:
    """What stands for a part of a function; an element of it may be changed, too."""
    return one(interned_opaque(_OF + owner(code)))


def note_counts_read(state: State, function: Value, where: Location) -> None:
    """`f.cache_info()` tells how often a function behind `functools.lru_cache` has been called."""
    for code in _codes(function):
        state.bind_cell(owner(code), _COUNTS, NOTHING, where, again=False)


def is_counted(state: State, function: Value) -> bool:
    """Whether the program reads, anywhere, how often a function behind a cache has been called."""
    return any(state.cell(owner(code), _COUNTS) is not None for code in _codes(function))


def _codes(function: Value) -> Iterator[FunctionCode]:
    for atom in function:
        inner = atom.function if isinstance(atom, Bound) else atom
        if isinstance(inner, Function):
            yield inner.code


def note_changed(state: State, code: FunctionCode, where: Location) -> None:
    """A part of a function is set."""
    _note(state, owner(code), where)


def note_changed_within(state: State, atom: Opaque, where: Location) -> None:
    """Something unknown is changed, which may be a part of a function."""
    _, known, changed = atom.origin.partition(_OF)
    if known:
        _note(state, changed, where)


def _note(state: State, changed: str, where: Location) -> None:
    state.bind_cell(changed, _PARTS, frozenset(), where, again=True)
