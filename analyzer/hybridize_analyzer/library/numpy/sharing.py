"""Which results of NumPy share memory with what they are made from, and what is written into arrays."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.state import Bindings, Frame, State
from hybridize_analyzer.domain.values import (
    MADE,
    NOTHING,
    Array,
    Atom,
    Const,
    Home,
    Iterator,
    Ref,
    Scalar,
    Tuple,
    Value,
    joined_homes,
)
from hybridize_analyzer.interpreter.values.writes import change_arrays, change_object

_VIEWS = frozenset(
    """asarray asanyarray ascontiguousarray asfortranarray asarray_chkfinite atleast_1d atleast_2d atleast_3d reshape
    ravel squeeze expand_dims transpose permute_dims matrix_transpose swapaxes moveaxis rollaxis broadcast_to
    broadcast_arrays split array_split hsplit vsplit dsplit unstack diagonal diag real imag flip flipud fliplr rot90
    frombuffer require lib.stride_tricks.as_strided lib.stride_tricks.sliding_window_view view newbyteorder byteswap
    __getitem__""".split()
)
_OF_BUFFER = "frombuffer"
"""Shows the memory of a `bytearray`, `array.array` or other object with a buffer."""
_VIEWS_IF_ASKED = frozenset({"array", "astype", "nan_to_num"})
"""These copy unless `copy=` says otherwise."""


def at_home(result: Value, name: str, args: tuple[Value, ...], keywords: Bindings) -> Value:
    """The arrays of a result: new ones, or what shares the memory of the first argument."""
    short = name.removeprefix("numpy.")
    homes: tuple[Home, ...] = (MADE,)
    if short in _VIEWS or (short in _VIEWS_IF_ASKED and "copy" in keywords):
        homes = (
            joined_homes(a if isinstance(a, Array) else _as_array(a, short) for a in args[0]) if args else ()
        )
    return frozenset(_placed(atom, homes) for atom in result)


def _placed(atom: Atom, homes: tuple[Home, ...]) -> Atom:
    if isinstance(atom, Array):
        return replace(atom, homes=homes)
    if isinstance(atom, Tuple):
        return Tuple(tuple(frozenset(_placed(a, homes) for a in e) for e in atom.elements))
    if isinstance(atom, Iterator) and atom.items is None:
        return Iterator(frozenset(_placed(a, homes) for a in atom.element), None, atom.source)
    return atom


def _as_array(atom: Atom, name: str) -> Array:
    """Of lists, tuples and numbers NumPy makes a new array; of anything else it may make a view, and does of a buffer."""
    if name == _OF_BUFFER and isinstance(atom, Ref):
        return Array(homes=((atom.key, ELEMENTS),))
    return Array(homes=(MADE,) if isinstance(atom, (Const, Scalar, Tuple, Ref)) else ())


def write_to(state: State, frame: Frame, node: ast.AST, value: Value, what: str) -> None:
    """A function writes into the arrays, or the buffers of Python, that it is given."""
    change_arrays(state, frame, node, value, what)
    for atom in value:
        if isinstance(atom, Ref):
            change_object(state, frame, node, atom.key, ELEMENTS, NOTHING, "written to")
        elif not isinstance(atom, Array):
            state.emit(frame, node, Kind.WRITE, what)


def shuffle(state: State, frame: Frame, node: ast.AST, value: Value) -> None:
    """`shuffle` orders a list or an array anew, in place."""
    change_arrays(state, frame, node, value, "an array is shuffled")
    for atom in value:
        if isinstance(atom, Ref):
            change_object(state, frame, node, atom.key, ELEMENTS, NOTHING, "shuffled")
